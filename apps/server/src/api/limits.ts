import { availableParallelism } from 'node:os'
import { hourMs, limits, minuteMs } from '@espalier/domain'

const kib = 1024
const mib = 1024 * kib

/** Limits what an untrusted request may cost. */
export const apiLimits = {
  graphql: {
    depth: 10,
    /** Introspection reads no stored data, and common tools nest it deeper than people do. */
    introspectionDepth: 20,
    aliases: 30,
    /** Counted after every fragment is spread: a few tokens must not expand into thousands of fields. */
    fields: 500,
    tokens: 2_000,
    /** Reported errors per document: finding a thousand costs more than running a query. */
    validationErrors: 10,
    operationsPerRequest: limits.apiBatch.operations,
    bodyBytes: 2 * mib,
    compiledDocuments: 500,
    compiledCharacters: 2 * mib,
  },
  /** Limits all operations of one request together. */
  budget: {
    /** A project of 100,000 nodes is a response of about 45 MB. */
    answerBytes: 64 * mib,
    rows: 250_000,
    /** Fields over all operations, with every fragment spread. */
    fields: 10_000,
    /** In the units of `document-cost.ts`: 50 operations of eight plain fields each. */
    work: 2_000,
    readsAtOnce: 2,
    /** From this size on, a response needs one of the few slots for large ones. */
    heavyBytes: mib,
    /** Reading one keeps the database and this process busy: a machine with two cores has one left for the others. */
    heavyAtOnce: Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
    heavyWaitMs: 20_000,
    /** How many bytes of a response count as one unit of work. */
    bytesPerUnit: 64 * kib,
    /** Over a socket a whole response is one message, which waits in memory for its reader. */
    socketAnswerBytes: 8 * mib,
    /** Limits large responses that wait in memory to be read, in total and per caller. */
    held: { total: 384 * mib, perCaller: 128 * mib, giveUpAfterMs: 10_000 },
    /** A reader that reads nothing of a large response for this long loses it. */
    stalledMs: 30_000,
  },
  /** Requests that run at once. More of them wait and are refused if that takes too long. */
  inFlight: {
    perCaller: 8,
    perAddress: 64,
    waiting: 200,
    waitMs: 20_000,
    /** A caller who has used this share of a rate within its window reads in a lane with others of the same kind. */
    busy: { fromShare: 0.02, lane: { slots: 2, perKey: 2 }, pace: { activeShare: 0.4, mostWaitMs: 250 } },
    /**
     * A refusal is delayed longer the further its caller is over the rate; at most `mostAtOnce` refusals are delayed at
     * a time.
     */
    refusalDelay: { mostMs: 1_000, fullFromShare: 0.1, mostAtOnce: 500 },
  },
  json: { levels: 100 },
  otherBodyBytes: 64 * kib,
  /** A single node may have a megabyte of text in characters that take six bytes each in JSON. */
  importPartBytes: 8 * mib,
  clientIdLength: 100,
  sockets: {
    frameBytes: 64 * kib,
    initMs: 3_000,
    subscriptions: 20,
    perPerson: 10,
    perAddress: 200,
    /** A silent client is gone after two of these, and must not be shown as present for longer than 10 s. */
    pingMs: 4_000,
    recheckMs: 60_000,
    unsentBytes: 8 * mib,
    /** Unsent events per reader: 50 readers that have stopped reading must not cost 20 MiB. */
    unsentEventBytes: 128 * kib,
    /** Events from this length on are stored once for all their readers. */
    sharedFromCharacters: 16 * kib,
    messages: { max: 500, windowMs: 10_000 },
    /** After a restart thousands of clients return at once: they wait here and leave connections for everybody else. */
    authentication: { atOnce: 2, mostWaiting: 20_000, waitMs: 15_000 },
    /** Returning clients are admitted while more than half of the event loop's time is left for the others. */
    pace: { activeShare: 0.4, mostWaitMs: 15 },
    upgradesPerAddress: { max: 600, windowMs: minuteMs },
  },
  rates: {
    graphqlPerAddress: { max: 3_000, windowMs: minuteMs },
    /** In units of work, five for a plain field: 1,200 operations a minute. */
    workPerPerson: { max: 6_000, windowMs: minuteMs },
    /** Shared by all signed-out callers at one address. */
    workPerStranger: { max: 15_000, windowMs: minuteMs },
    workPerAddress: { max: 60_000, windowMs: minuteMs },
    /** By size: about seven copies of a project of 100,000 nodes. */
    copiedNodesPerPerson: { max: 1_000_000, windowMs: hourMs },
    identityPerAddress: { max: 600, windowMs: minuteMs },
    otherPerAddress: { max: 1_200, windowMs: minuteMs },
  },
  readyMs: 1_000,
  stop: { socketsMs: 2_000, connectionsMs: 5_000 },
} as const
