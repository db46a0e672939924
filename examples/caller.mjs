// A bot over the protocol in JavaScript, with nothing but Node: `node examples/caller.mjs ROOM GAME [SEATS]`. It opens a
// table, begins with bots in the other seats, and checks, calls or plays the first legal action to the end of the match.
const [room, game, seats = "3"] = process.argv.slice(2);
const headers = { "content-type": "application/json" };

async function call(method, path, body) {
  const answer = await fetch(`${room}/api/2/${path}`, { method, headers, body: body && JSON.stringify(body) });
  const told = await answer.text();
  // 409: the table has moved on, as where the room plays a forced move. The stream tells how.
  if (!answer.ok && answer.status !== 409) throw new Error(`${path}: ${answer.status} ${told}`);
  return told && JSON.parse(told);
}

// The updates of a table: an event is a few lines and an empty one. Other events and comments only keep the line open.
async function* updates(table) {
  const answer = await fetch(`${room}/api/2/tables/${table}/stream`, { headers });
  let text = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const lines = event.split("\n");
      if (lines.includes("event: update")) yield JSON.parse(lines.find((line) => line.startsWith("data: ")).slice(6));
    }
  }
}

function choose(legal) {
  const texts = legal.map((action) => action.text ?? action.first_text);
  return ["check", "call"].find((text) => texts.includes(text)) ?? texts[0];
}

const { token } = await call("POST", "guests", { name: "Node Bot" });
headers.authorization = `Bearer ${token}`;
const { table } = await call("POST", "tables", { game, seats: Number(seats), settings: { public: false }, start_with_bots: true });
let done = "";
for await (const update of updates(table)) {
  if (update.table.state === "over") {
    console.log(`Played to the end: ${update.log.flatMap((entry) => entry.lines).at(-1).text}`);
    process.exit();
  }
  if (update.next_hand !== null) await call("POST", `tables/${table}/proposals`, { proposal: "next" });
  const turn = update.table.token;
  if (!turn || turn === done) continue;
  done = turn;
  await call("POST", `tables/${table}/moves`, { action: choose(update.legal_actions), token: turn, idempotency_key: turn });
}
