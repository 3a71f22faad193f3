import type { NodeFieldRow } from '../node/field-row.ts'

const inputs = ['create', 'update', 'batch'] as const

/**
 * Two fields that the product does not have, a list and a nullable number. Tests load the product with them in the table
 * and show that everything carries them: `vi.doMock('@espalier/domain/node-fields', ...)` before the first import.
 */
export const throwawayRows = {
  nicknames: {
    parse: (value) => (Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined),
    importFault: (place) => `${place} is not a list of texts`,
    default: [],
    column: 'nicknames',
    sqlType: 'text[]',
    graphqlType: '[String!]!',
    answerBytes: 30,
    inputs,
    merge: 'last-writer',
    isCopied: true,
    isCloned: true,
    history: 'value',
    label: 'nicknames',
    lost: 'nicknames',
    file: { csvHeading: 'Nicknames' },
  },
  weight: {
    parse: (value) => (typeof value === 'number' && value >= 0 ? value : undefined),
    importFault: (place) => `${place} is no weight`,
    default: null,
    isNullable: true,
    column: 'weight',
    sqlType: 'double precision',
    graphqlType: 'Float',
    answerBytes: 10,
    inputs,
    merge: 'last-writer',
    isCopied: true,
    isCloned: true,
    history: 'value',
    label: 'weight',
    lost: 'weights',
    file: { csvHeading: 'Weight' },
  },
} as const satisfies Readonly<Record<string, NodeFieldRow>>

export const throwawayValues = { nicknames: ['Conference', 'Williams'], weight: 2.5 } as const

/** The columns that a migration would add. */
export const throwawaySql = `alter table nodes add column nicknames text[] not null default '{}', add column weight double precision`

const asInput = 'nicknames: [String!] weight: Float'
/** The additions that the schema would need. */
export const throwawayTypeDefs = `
  extend type Node { nicknames: [String!]! weight: Float }
  extend input NodeCreate { ${asInput} }
  extend input NodeUpdate { ${asInput} }
  extend input NodeBatchUpdate { ${asInput} }
`
