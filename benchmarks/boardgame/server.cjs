// The server: boardgame.io's own, matches in memory. Prints its address when it listens. Its lobby's routes are
// added after koa-compose 4.2 would have looked for them: hence 4.1 in package.json.
const { Origins, Server } = require("boardgame.io/server");
const games = require("./games.cjs");

const server = Server({ games: Object.values(games).map(({ game }) => game), origins: [Origins.LOCALHOST] });
server.router.get("/used", (asked) => {
  asked.body = { ...process.cpuUsage(), bytes: process.memoryUsage().rss };
});
server
  .run({ port: { host: "127.0.0.1", port: 0 } })
  .then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
