// The players: `node client.cjs SERVER MATCHES FAST SECONDS` plays MATCHES matches at one move a second each, then FAST
// of them as fast as they go, then FAST matches of tic-tac-toe so. Prints one line of JSON.
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const games = require("./games.cjs");

const [address, ...numbers] = process.argv.slice(2);
const [count, fast, seconds] = numbers.map(Number);
const lobby = new LobbyClient({ server: address });
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A match whose every seat is a client with a connection of its own.
class Match {
  constructor(clients, choose) {
    this.clients = clients;
    this.choose = choose;
    this.states = clients.map(() => -1);
    this.told = () => {};
    clients.forEach((client, seat) => client.subscribe((state) => this.hear(seat, state)));
  }

  begin() {
    const begun = this.reached(0);
    this.clients.forEach((client) => client.start());
    return begun;
  }

  hear(seat, state) {
    if (state === null || state._stateID === this.states[seat]) return;
    this.states[seat] = state._stateID;
    if (this.states.every((id) => id === this.awaited)) this.told();
  }

  reached(state) {
    this.awaited = state;
    return new Promise((told) => (this.told = told));
  }

  // Play one move: milliseconds from sending it until the last client's state is the new one.
  async move() {
    const { G, ctx, _stateID } = this.clients[0].getState();
    const client = this.clients[ctx.currentPlayer];
    const what = this.choose(client.getState().G, ctx.currentPlayer);
    const all = this.reached(_stateID + 1);
    const begun = performance.now();
    client.moves.play(what);
    await all;
    return performance.now() - begun;
  }
}

async function sit({ game, seats, choose }) {
  const { matchID } = await lobby.createMatch(game.name, { numPlayers: seats });
  const multiplayer = SocketIO({ server: address, socketOpts: { transports: ["websocket"], forceNew: true } });
  const clients = [];
  for (let seat = 0; seat < seats; seat++) {
    const playerID = String(seat);
    const joined = await lobby.joinMatch(game.name, matchID, { playerID, playerName: `Caller ${seat}` });
    const credentials = joined.playerCredentials;
    clients.push(Client({ game, numPlayers: seats, multiplayer, matchID, playerID, credentials, debug: false }));
  }
  const match = new Match(clients, choose);
  await match.begin();
  return match;
}

async function sitAll(table, count) {
  const matches = [];
  while (matches.length < count) matches.push(await sit(table));
  return matches;
}

async function steadily(match, until, times, share) {
  await sleep(1000 * share);
  while (performance.now() < until) {
    const took = await match.move();
    times.push(took);
    await sleep(Math.max(0, 1000 - took));
  }
}

async function flatOut(match, until, times) {
  while (performance.now() < until) times.push(await match.move());
}

const busy = ({ user, system }) => (user + system) / 1e6;

async function used() {
  const server = await (await fetch(`${address}/used`)).json();
  return { server: busy(server), client: busy(process.cpuUsage()), bytes: server.bytes };
}

async function load(work, matches) {
  const times = [];
  const before = await used();
  const begun = performance.now();
  await Promise.all(matches.map((match, i) => work(match, begun + 1000 * seconds, times, i / matches.length)));
  const took = (performance.now() - begun) / 1000;
  const after = await used();
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return {
    moves: times.length / took,
    p50: at(0.5),
    p99: at(0.99),
    server: (after.server - before.server) / took,
    client: (after.client - before.client) / took,
    megabytes: after.bytes / 1e6,
  };
}

async function main() {
  const matches = await sitAll(games.tricks, count);
  const steady = await load(steadily, matches);
  const flat = await load(flatOut, matches.slice(0, fast));
  const ticTacToe = await load(flatOut, await sitAll(games.ticTacToe, fast));
  console.log(JSON.stringify({ steady, flat, tic_tac_toe: ticTacToe }));
  process.exit();
}

main();
