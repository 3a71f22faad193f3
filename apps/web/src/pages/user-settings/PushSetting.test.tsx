import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '../../api/session/session.ts'
import { createFakeApi, graphqlError } from '../../testing/fake-api.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { PushSetting } from './PushSetting.tsx'

/** A browser with push messages, whose person answers the question for permission. */
function stubBrowser({ permission = 'default', answer = 'granted', isSubscribed = false } = {}) {
  let isOn = isSubscribed
  const subscription = {
    endpoint: 'https://push.example.com/x',
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'one', auth: 'two' } }),
    unsubscribe: async () => {
      isOn = false
      return true
    },
  }
  const usedKeys: unknown[] = []
  const pushManager = {
    getSubscription: async () => (isOn ? subscription : null),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      usedKeys.push(key)
      isOn = true
      return subscription
    },
  }
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  vi.stubGlobal('navigator', {
    ...window.navigator,
    userAgent: window.navigator.userAgent,
    language: 'en',
    serviceWorker: { getRegistration: async () => ({ pushManager }) },
  })
  return { usedKeys, isOn: () => isOn }
}

/** A server whose operator has switched push messages on, unless the key is null. */
async function draw({ key = 'operator-key' as string | null, isRefused = false } = {}) {
  const endpoints = new Set<unknown>()
  const api = createFakeApi({
    answers: {
      PushKey: () => ({ data: { pushKey: key } }),
      HasPushSubscription: ({ endpoint }) => ({ data: { hasPushSubscription: endpoints.has(endpoint) } }),
      AddPushSubscription: ({ endpoint }) => {
        if (isRefused) return graphqlError('INTERNAL', 'It broke')
        endpoints.add(endpoint)
        return { data: { addPushSubscription: true } }
      },
      RemovePushSubscription: ({ endpoint }) => ({ data: { removePushSubscription: endpoints.delete(endpoint) } }),
    },
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  await auth.check()
  render(<PushSetting />)
  return { api, endpoints }
}

const checkbox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Show notifications on this device/u })

beforeEach(() => resetPage())
afterEach(() => void vi.unstubAllGlobals())

describe('the setting of push messages', () => {
  it('adds this browser with the key of the operator, and removes it again', async () => {
    const browser = stubBrowser()
    const { api, endpoints } = await draw()
    expect((await checkbox()).checked).toBe(false)
    await userEvent.click(await checkbox())
    await waitFor(async () => expect((await checkbox()).checked).toBe(true))
    expect(browser.usedKeys).toEqual(['operator-key'])
    expect(api.asked('AddPushSubscription')).toEqual([
      { endpoint: 'https://push.example.com/x', p256dh: 'one', auth: 'two' },
    ])
    await userEvent.click(await checkbox())
    await waitFor(async () => expect((await checkbox()).checked).toBe(false))
    expect([endpoints.size, browser.isOn()]).toEqual([0, false])
  })

  it('shows push messages as off in a browser whose subscription ended with the last logout', async () => {
    stubBrowser({ permission: 'granted', isSubscribed: true })
    await draw()
    expect((await checkbox()).checked).toBe(false)
  })

  it('says that the browser forbids it, and stays off when the server refuses', async () => {
    stubBrowser({ answer: 'denied' })
    const { api } = await draw()
    await userEvent.click(await checkbox())
    expect(await screen.findByText(/^Your browser blocks notifications/u)).toBeTruthy()
    expect(api.asked('AddPushSubscription')).toEqual([])
    stubBrowser()
    await draw({ isRefused: true })
    await userEvent.click(await checkbox())
    await waitFor(async () => expect((await checkbox()).disabled).toBe(false))
    expect((await checkbox()).checked).toBe(false)
  })

  it('hides the setting of push messages if the operator has no keys or the browser has no push messages', async () => {
    stubBrowser()
    const { api } = await draw({ key: null })
    await waitFor(() => expect(api.asked('PushKey')).toHaveLength(1))
    expect(screen.queryByRole('checkbox')).toBeNull()
    vi.unstubAllGlobals()
    const second = await draw()
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    expect(second.api.asked('PushKey')).toEqual([])
  })
})
