import { simulationKernel } from '../generated/simulation-kernel.ts'

/**
 * The loops of the simulation are a module of WebAssembly (simulation-kernel.wat), because its instructions do four
 * futures at once. Everything that they read and write is in the memory of the module. This file says where.
 */

/** The futures that have the same queue of the team. */
export const queueLength = 128
/** The futures that are simulated at a time: more take fewer steps, but what they need must stay in the cache. */
export const partLength = 4 * queueLength
export const queueCount = partLength / queueLength
/** A quarter of the futures is enough for the dates of a node. The end of all is found in all of them. */
const countedStride = 4
const blockLength = partLength / countedStride

const wordBytes = 4
/** A row is the time of a node in each future of a part, in ticks. */
export const rowBytes = partLength * wordBytes

/** Returns the place of a future in a row. Futures that are counted lie one after the other, in the first block. */
export const toLane = (future: number): number =>
  (future % countedStride) * blockLength + Math.floor(future / countedStride)

/** Returns how many of the first futures are counted. */
export const countCounted = (futures: number): number => Math.ceil(futures / countedStride)

/** Binary digits behind the point of the noise, and of a share of a step of the team's work. */
const fractionBits = 8
export const noiseUnit = 1 << fractionBits
export const shareUnit = 1 << fractionBits
/** The places in the noise where a node may begin to read. */
export const noiseCount = 1 << 12
export const noiseLength = noiseCount + partLength

/** Returns the place of a number of the noise in its memory, where every fourth one lies after the other as in a row. */
export const toNoiseLane = (at: number): number =>
  (at % countedStride) * (noiseLength / countedStride) + Math.floor(at / countedStride)

/** The places of a node in the queues, each an address and a share. */
export const placesBytes = queueCount * 2 * wordBytes
/** The part of a block that has the futures of one queue. */
export const queueBytes = (queueLength / countedStride) * wordBytes

/** The counted ends of a node: its lowest end, range and scale as words, an empty one, and its bins of 16 bits. */
export const histogramBins = 128
export const histogramHeadBytes = 4 * wordBytes
export const histogramBytes = histogramHeadBytes + histogramBins * 2
/** Binary digits behind the point of the number of a bin. */
export const histogramScale = 1 << 23

/** The steps that the kernel knows. All addresses are in bytes. */
const stepKinds = { stop: 0, later: 1, ticks: 2, workAlone: 3, workWithOthers: 4, workAfterWait: 5, end: 6 } as const

/** The rows of a node that is worked on. */
export interface WorkRows {
  readonly own: number
  /** The end of the branch above it, which is raised with its own. */
  readonly parent: number
  readonly begin: number
  readonly ticks: number
}

/** Where the end of a node is found and counted. */
export interface EndRows {
  readonly own: number
  /** When it is done if the team does not decide. */
  readonly before: number
  /** Its places in the queues of the team. */
  readonly places: number
  /** Whether its end is read in all futures, and not only in those that are counted. */
  readonly isWhole: boolean
  readonly histogram: number
}

/** Writes steps as the kernel reads them. */
export class KernelProgram {
  readonly #words: number[] = []
  /** The places of the words that say where in the noise a node begins to read. They change with each part. */
  readonly noiseFirsts: number[] = []

  /** Sets each time to the later one of two others. */
  takeLater(row: number, one: number, other: number): void {
    this.#words.push(stepKinds.later, row, one, other)
  }

  /** Computes the ticks for work of one size, from those for a unit of work. */
  computeTicks(row: number, units: number, weight: number): void {
    this.#words.push(stepKinds.ticks, row, units, ...new Int32Array(Float64Array.of(weight).buffer))
  }

  /** A person does one thing after the other. */
  workAlone({ own, parent, begin, ticks }: WorkRows, free: number): void {
    this.#words.push(stepKinds.workAlone, own, parent, begin, free, ticks)
  }

  /** Like the one above, but others work on the node or below it too, and it is done when the last of them is. */
  workWithOthers({ own, parent, begin, ticks }: WorkRows, free: number): void {
    this.#words.push(stepKinds.workWithOthers, own, parent, begin, free, ticks)
  }

  /** What waited, for blockers or for what is below it, cannot be done before its own work is, which varies by a noise. */
  workAfterWait({ own, parent, begin, ticks }: WorkRows, below: number, noises: number): void {
    this.#words.push(stepKinds.workAfterWait, own, parent, begin, below, ticks, noises)
    this.noiseFirsts.push(this.#words.length)
    this.#words.push(0)
  }

  /** The team does its queue at the pace of each future: nothing is done before the team gets there. Counts the ends. */
  end({ own, before, places, isWhole, histogram }: EndRows): void {
    this.#words.push(stepKinds.end, own, before, places, isWhole ? 1 : 0, histogram)
  }

  finish(): Int32Array {
    return Int32Array.from([...this.#words, stepKinds.stop])
  }
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  run(program: number, counted: number, isFirstPart: number): void
}

/** This package is compiled without the types of a page, which have those of WebAssembly. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object
    readonly Instance: new (module: object) => { readonly exports: unknown }
  }
}

const pageBytes = 1 << 16
let loaded: KernelExports | null = null
let usedBytes = 0

/** Throws if the browser has no SIMD, or if the content security policy forbids WebAssembly. */
function loadKernel(): KernelExports {
  if (loaded !== null) return loaded
  const bytes = Uint8Array.from(atob(simulationKernel), (character) => character.charCodeAt(0))
  loaded = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as KernelExports
  return loaded
}

/** Hands out addresses in the memory of the kernel, from its start. */
export class KernelLayout {
  #size = 0

  reserve(bytes: number): number {
    const address = this.#size
    // Nothing is read across two lines of the cache that could be in one.
    this.#size = Math.ceil((address + bytes) / 64) * 64
    return address
  }

  /** Makes the memory large enough, and empty: there is one for all simulations, one after the other. */
  open(): KernelMemory {
    const { memory, run } = loadKernel()
    const missing = this.#size - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    new Uint8Array(memory.buffer).fill(0, 0, usedBytes)
    usedBytes = this.#size
    return {
      words: new Int32Array(memory.buffer),
      run: (program, counted, isFirstPart) => run(program, counted, isFirstPart ? 1 : 0),
    }
  }
}

export interface KernelMemory {
  readonly words: Int32Array<ArrayBuffer>
  /** Runs a program on a part of the futures, of which so many are counted. The first part decides the range of the bins. */
  run(program: number, counted: number, isFirstPart: boolean): void
}

/** Returns the index of the word at an address. */
export const toWord = (address: number): number => address / wordBytes
