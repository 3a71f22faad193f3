import { ApiError } from '../api-error.ts'
import type { Slice } from '../graphql/slice.ts'

/** What the test's resolvers did: a refused request must leave no trace here. */
export const executedFields: string[] = []

interface Branch {
  readonly name: string
}

/** A feature's part of the API that has one of everything the transport must carry. */
export const testSlice: Slice = {
  name: 'test',
  typeDefs: /* GraphQL */ `
    extend type Query {
      hello(name: String = "world", times: Int): String!
      me: String!
      client: String
      operation: String
      branch: Branch!
      echo(value: JSON): JSON
      at(value: Millis): Millis
      fail(how: Failure!): String
      number: Int
    }
    extend type Mutation {
      append(text: String!): [String!]!
    }
    extend type Subscription {
      ticks(to: Int!): Int!
      forever: Int!
      refused: Int!
    }
    type Branch {
      name: String!
      branch: Branch!
    }
    enum Failure {
      unauthenticated
      forbidden
      input
      often
      bug
      busy
      lost
    }
  `,
  resolvers: {
    Query: {
      hello: (_parent: unknown, { name, times }: { name: string; times?: number }) => {
        executedFields.push('hello')
        return `hello ${name}`.repeat(times ?? 1)
      },
      me: (_parent, _args, { viewer }) => {
        if (viewer.kind === 'anonymous') throw new ApiError('UNAUTHENTICATED', 'Please sign in')
        return viewer.person.id
      },
      client: (_parent, _args, { clientId }) => clientId,
      operation: (_parent, _args, { operationId }) => operationId,
      branch: (): Branch => ({ name: 'root' }),
      echo: (_parent: unknown, { value }: { value: unknown }) => value,
      at: (_parent: unknown, { value }: { value?: number }) => value ?? new Date(1_700_000_000_000),
      fail: (_parent: unknown, { how }: { how: string }) => {
        throw failureByName[how] ?? new Error('the secret reason at /home/espalier')
      },
      number: () => 'not a number, hush',
    },
    Branch: {
      branch: ({ name }: Branch): Branch => ({ name: `${name}.` }),
    },
    Mutation: {
      append: async (_parent: unknown, { text }: { text: string }) => {
        await Promise.resolve()
        executedFields.push(text)
        return [...executedFields]
      },
    },
    Subscription: {
      ticks: {
        async *subscribe(_parent: unknown, { to }: { to: number }) {
          for (let tick = 1; tick <= to; tick += 1) yield { ticks: tick }
        },
      },
      forever: {
        async *subscribe() {
          yield { forever: 1 }
          await new Promise(() => undefined)
        },
      },
      refused: {
        subscribe: () => {
          throw new ApiError('NOT_FOUND', 'No such project')
        },
      },
    },
  },
}

const failureByName: Readonly<Record<string, Error>> = {
  unauthenticated: new ApiError('UNAUTHENTICATED', 'Please sign in'),
  forbidden: new ApiError('FORBIDDEN', 'Not for you'),
  input: new ApiError('BAD_USER_INPUT', 'Too long', { field: 'title' }),
  often: new ApiError('RATE_LIMITED', 'Slowly', { retryAfter: 7 }),
  busy: Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
  lost: new Error('Connection terminated unexpectedly'),
}
