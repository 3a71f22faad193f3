import { type Call, json } from '../../../testing/network.ts'

interface Operation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

export const listedPost = (number: number, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  number,
  slug: `${number}-post`,
  title: `Post ${number}`,
  details: '',
  status: 'open',
  duplicateOf: null,
  author: { name: null, picture: `http://localhost:3000/avatar/${number}` },
  votes: number,
  hasVoted: false,
  commentCount: 0,
  createdAt: 1_700_000_000_000,
  ...more,
})

export const refused = (code: string, message: string) => ({ data: null, errors: [{ message, extensions: { code } }] })

/** The API of the board: answers by the operation's name; what was asked is kept. */
export function boardApi(answers: Readonly<Record<string, (variables: Operation['variables']) => object>>) {
  const asked: Operation[] = []
  const reply = ({ body }: Call) =>
    json(
      200,
      (body as readonly Operation[]).map((operation) => {
        asked.push(operation)
        if (operation.operationName === 'Account') return { data: { account: { id: 'account-1', subscription: null } } }
        return answers[operation.operationName]?.(operation.variables) ?? refused('NOT_FOUND', 'There is no such post')
      }),
    )
  return { reply, of: (name: string) => asked.filter(({ operationName }) => operationName === name) }
}
