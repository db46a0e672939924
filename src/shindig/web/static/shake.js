// SHAKE256 (FIPS 202), as browsers do not offer it: the sponge over 1600 bits, 136 bytes at a time.
const RATE = 136;
const MASK = (1n << 64n) - 1n;
const rotate = (word, by) => (by ? ((word << BigInt(by)) | (word >> BigInt(64 - by))) & MASK : word);

// Round constants from the standard's shift register, rotations and the path of pi from its walk.
const [ROUNDS, TURNS] = (() => {
  const rounds = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << BigInt((1 << bit) - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    rounds.push(constant);
  }
  const turns = Array(25).fill(0);

  for (let step = 0, x = 1, y = 0; step < 24; step++) {

    turns[x + 5 * y] = (((step + 1) * (step + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return [rounds, turns];
})();

function permute(state) {
  for (const constant of ROUNDS) {
    const columns = [0, 1, 2, 3, 4].map((x) => state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]);
    for (let x = 0; x < 5; x++) {
      const mix = columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1);
      for (let y = 0; y < 25; y += 5) state[x + y] ^= mix;
    }
    const turned = state.map((word, at) => rotate(word, TURNS[at]));
    const moved = Array(25);
    for (let x = 0; x < 5; x++) for (let y = 0; y < 5; y++) moved[y + 5 * ((2 * x + 3 * y) % 5)] = turned[x + 5 * y];
    for (let y = 0; y < 25; y += 5) for (let x = 0; x < 5; x++) state[x + y] = moved[x + y] ^ (~moved[((x + 1) % 5) + y] & MASK & moved[((x + 2) % 5) + y]);
    state[0] ^= constant;
  }
}

export function shake256(message, length) {
  const padded = new Uint8Array(Math.ceil((message.length + 1) / RATE) * RATE);
  padded.set(message);
  padded[message.length] = 0x1f;
  padded[padded.length - 1] |= 0x80;
  const state = Array(25).fill(0n);
  const view = new DataView(padded.buffer);
  for (let start = 0; start < padded.length; start += RATE) {
    for (let word = 0; word < RATE / 8; word++) state[word] ^= view.getBigUint64(start + 8 * word, true);
    permute(state);
  }
  const out = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    if (at && at % RATE === 0) permute(state);
    out[at] = Number((state[Math.floor((at % RATE) / 8)] >> BigInt(8 * (at % 8))) & 255n);
  }
  return out;
}
