import { limits } from '@espalier/domain'

const kib = 1024
const mib = 1024 * kib
const minuteMs = 60_000

/** What a stranger's request may cost. */
export const transportLimits = {
  graphql: {
    depth: 10,
    /** Introspection touches no stored thing; the usual tools ask deeper than people do. */
    introspectionDepth: 20,
    aliases: 30,
    /** Fields after every fragment is spread: a few tokens must not unfold into thousands. */
    fields: 500,
    tokens: 2_000,
    /** Errors of one document that are told: finding a thousand costs more than running a query. */
    validationErrors: 10,
    operationsPerRequest: limits.apiBatch.operations,
    bodyBytes: 2 * mib,
    compiledDocuments: 500,
    compiledCharacters: 2 * mib,
  },
  json: { levels: 100 },
  otherBodyBytes: 64 * kib,
  /** One node alone may have a megabyte of text, of signs that take six letters each in JSON. */
  importPartBytes: 8 * mib,
  clientIdLength: 100,
  sockets: {
    frameBytes: 64 * kib,
    initMs: 3_000,
    subscriptions: 20,
    perPerson: 10,
    perAddress: 200,
    /** Who dies without a word is gone after two of these, and must not be shown as present for longer than 10 s. */
    pingMs: 4_000,
    recheckMs: 60_000,
    unsentBytes: 8 * mib,
    /** Of events, for each reader alone: 50 that have stopped reading must not cost 20 MiB. */
    unsentEventBytes: 128 * kib,
    /** Events from this length on are held once for all their readers. */
    sharedFromCharacters: 16 * kib,
    messages: { max: 500, windowMs: 10_000 },
    /** After a restart thousands come back at once: they wait here, and leave connections for everybody else. */
    authentication: { atOnce: 4, mostWaiting: 20_000, waitMs: 15_000 },
    upgradesPerAddress: { max: 600, windowMs: minuteMs },
  },
  rates: {
    graphqlPerAddress: { max: 3_000, windowMs: minuteMs },
    graphqlPerPerson: { max: 1_200, windowMs: minuteMs },
    identityPerAddress: { max: 600, windowMs: minuteMs },
    otherPerAddress: { max: 1_200, windowMs: minuteMs },
  },
  readyMs: 1_000,
  stop: { socketsMs: 2_000, connectionsMs: 5_000 },
} as const
