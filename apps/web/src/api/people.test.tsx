import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  jsonResponse,
  type RecordedCall,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../testing/network.ts'
import { findPersonByEmail, formatPerson, peopleStore, usePerson } from './people.ts'
import { auth } from './session/session.ts'

interface Lookup {
  readonly variables: { readonly id?: string; readonly email?: string }
}

const lookups = (call: RecordedCall) => call.body as readonly Lookup[]
const toPictureUrl = (id: string) => `http://localhost:3000/avatar/${id}`
const createPerson = (id: string) => ({
  __typename: 'PublicUser',
  id,
  email: `${id}@example.com`,
  picture: toPictureUrl(id),
})

/** Every person is known except 'nobody', and the lookup of 'broken' fails. */
const register = (call: RecordedCall) =>
  jsonResponse(
    200,
    lookups(call).map(({ variables: { id = '', email = '' } }) => {
      if (id === 'broken' || email === 'broken@example.com')
        return { data: null, errors: [{ message: 'it broke', extensions: { code: 'INTERNAL' } }] }
      if (email !== '') return { data: { publicUserByEmail: createPerson(email.split('@')[0] ?? '') } }
      return { data: { publicUserById: id === 'nobody' ? null : createPerson(id) } }
    }),
  )

const Name = ({ id }: { readonly id: string }) => <li>{`${id}: ${formatPerson(usePerson(id))}`}</li>

const People = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.map((id, index) => <Name key={`${id}.${index}`} id={id} />)

beforeEach(() => {
  resetPage()
  peopleStore.forgetAll()
})

describe('people', () => {
  it('looks people up in one batch, each once', async () => {
    const network = stubNetwork({ '/graphql/': register })
    const { rerender } = render(<People ids={['bea', 'cid', 'bea']} />)
    await screen.findByText('cid: cid@example.com')
    expect(screen.getAllByText('bea: bea@example.com')).toHaveLength(2)
    rerender(<People ids={['cid', 'bea', 'cid', 'bea', 'cid']} />)
    expect(screen.getAllByText('cid: cid@example.com')).toHaveLength(3)
    expect(network.calls.map((call) => lookups(call).map(({ variables }) => variables.id))).toEqual([['bea', 'cid']])
  })

  it("shows '<unknown>' for a person who is unknown or whose lookup failed", async () => {
    stubNetwork({ '/graphql/': register })
    render(<People ids={['nobody', 'broken', 'bea']} />)
    await screen.findByText('nobody: <unknown>')
    await screen.findByText('broken: <unknown>')
    await screen.findByText('bea: bea@example.com')
  })

  it('looks unknown people up again on request', async () => {
    const network = stubNetwork({ '/graphql/': register })
    render(<People ids={['nobody', 'bea']} />)
    await screen.findByText('nobody: <unknown>')
    act(() => peopleStore.forgetUnknown())
    await waitFor(() => expect(network.calls).toHaveLength(2))
    await screen.findByText('nobody: <unknown>')
    expect(network.calls.at(-1)?.body).toMatchObject([{ variables: { id: 'nobody' } }])
  })

  it('forgets people when somebody else signs in, also during a lookup', async () => {
    const held: (() => void)[] = []
    const network = stubNetwork({
      [whoamiPath]: signedInReply('active'),
      '/graphql/': (call) => new Promise((resolve) => void held.push(() => resolve(register(call)))),
    })
    render(<People ids={['bea']} />)
    await waitFor(() => expect(held).toHaveLength(1))
    await act(() => auth.check())
    await waitFor(() => expect(held).toHaveLength(2))
    expect(screen.getByText('bea:')).toBeTruthy()
    held.forEach((answer) => answer())
    await screen.findByText('bea: bea@example.com')
    expect(network.to('/graphql/')).toHaveLength(2)
  })

  it('knows a person found by email address by id afterwards', async () => {
    const network = stubNetwork({ '/graphql/': register })
    expect(await findPersonByEmail('cid@example.com')).toMatchObject({ ok: true, value: { id: 'cid' } })
    render(<People ids={['cid']} />)
    expect(screen.getByText('cid: cid@example.com')).toBeTruthy()
    expect(network.calls).toHaveLength(1)
  })

  it('does not report a person as missing when the lookup by email address failed', async () => {
    stubNetwork({ '/graphql/': register })
    expect(await findPersonByEmail('broken@example.com')).toMatchObject({ ok: false, isReported: true })
  })
})
