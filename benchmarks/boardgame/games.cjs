// Games that never end, as boardgame.io writes them, and for each who plays it: `choose` gives a legal move's argument
// from what a seat sees. Moves are `client: false`: nobody's state is new before the server says so.
const { INVALID_MOVE } = require("boardgame.io/core");

const SEATS = 4;
const HAND = 8;
const DECK = Array.from({ length: 52 }, (_, card) => card);
const suit = (card) => Math.floor(card / 13);

function deal(G, random) {
  const cards = random.Shuffle(DECK);
  G.hands = Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, cards.splice(0, HAND)]));
  G.trump = suit(cards.at(-1));
  G.deck = cards;
  G.tricks = [0, 0, 0, 0];
  G.deals += 1;
}

const follows = (hand, trick) => {
  const same = trick.length ? hand.filter((card) => suit(card) === suit(trick[0].card)) : [];
  return same.length ? same : hand;
};

function winner({ trick, trump }) {
  const worth = ({ card }) => (suit(card) === trump ? 100 : suit(card) === suit(trick[0].card) ? 50 : 0) + (card % 13);
  return trick.reduce((best, played) => (worth(played) > worth(best) ? played : best)).seat;
}

function take(G, random) {
  G.next = winner(G);
  G.tricks[G.next] += 1;
  G.last = G.trick;
  G.trick = [];
  if (G.hands[G.next].length) return;
  G.scores = G.scores.map((score, seat) => score + G.tricks[seat]);
  deal(G, random);
}

function play({ G, playerID, random }, card) {
  const hand = G.hands[playerID];
  if (!follows(hand, G.trick).includes(card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.trick.push({ seat: Number(playerID), card });
  G.next = (Number(playerID) + 1) % SEATS;
  if (G.trick.length === SEATS) take(G, random);
}

const tricks = {
  name: "tricks",
  disableUndo: true,
  setup: ({ random }) => {
    const G = { trick: [], last: [], scores: [0, 0, 0, 0], next: 0, deals: 0 };
    deal(G, random);
    return G;
  },
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.next } },
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]),
    ),
  }),
};

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));
const won = (cells) => LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]);
const empty = () => Array(9).fill(null);

function mark({ G, playerID }, cell) {
  if (G.cells[cell] !== null) return INVALID_MOVE;
  G.cells[cell] = playerID;
  if (!won(G.cells) && G.cells.includes(null)) return;
  G.cells = empty();
  G.rounds += 1;
}

const ticTacToe = {
  name: "tic-tac-toe",
  disableUndo: true,
  setup: () => ({ cells: empty(), rounds: 0 }),
  moves: { play: { move: mark, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
};

module.exports = {
  tricks: { game: tricks, seats: SEATS, choose: (G, seat) => follows(G.hands[seat], G.trick)[0] },
  ticTacToe: { game: ticTacToe, seats: 2, choose: (G) => G.cells.indexOf(null) },
};
