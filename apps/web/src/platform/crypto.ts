/** A random UUID. `crypto.randomUUID` is missing on plain http away from localhost, where people try the product out. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const rounds = 64
const blockBytes = 64
const wordBits = 32
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** wordBits) >>> 0

const primes: readonly number[] = (() => {
  const found: number[] = []
  for (let n = 2; found.length < rounds; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
})()
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

const rotateRight = (word: number, by: number): number => (word >>> by) | (word << (wordBits - by))

/** In hex. `crypto.subtle` is missing on plain http away from localhost, where people try the product out. */
export function sha256(text: string): string {
  const state = Uint32Array.from(initialState)
  const message = padMessage(new TextEncoder().encode(text))
  for (let at = 0; at < message.byteLength; at += blockBytes) mixBlock(state, message, at)
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** Filled up to whole blocks, with its length in bits at the end. */
function padMessage(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / blockBytes) * blockBytes
  const message = new Uint8Array(size)
  message.set(bytes)
  message[bytes.length] = 0x80
  const view = new DataView(message.buffer)
  view.setUint32(size - 4, bytes.length * 8)
  return view
}

const wordAt = (words: Uint32Array, index: number): number => words[index] ?? 0

function expandSchedule(message: DataView, offset: number): Uint32Array {
  const words = new Uint32Array(rounds)
  for (let n = 0; n < rounds; n += 1) {
    if (n < 16) words[n] = message.getUint32(offset + 4 * n)
    else {
      const [near, far] = [wordAt(words, n - 2), wordAt(words, n - 15)]
      const nearMixed = rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10)
      const farMixed = rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3)
      words[n] = wordAt(words, n - 16) + farMixed + wordAt(words, n - 7) + nearMixed
    }
  }
  return words
}

function mixBlock(state: Uint32Array, message: DataView, offset: number): void {
  const words = expandSchedule(message, offset)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let n = 0; n < rounds; n += 1) {
    const chosen = (e & f) ^ (~e & g)
    const first =
      h +
      (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
      chosen +
      wordAt(constants, n) +
      wordAt(words, n)
    const most = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + most
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = wordAt(state, index) + word
}
