import type { Api } from '@espalier/schema'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { JiraTestResult } from '../../api/jira.ts'
import { createFakeApi, graphqlError } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const mask = '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u20221234'
const credentials = 'Please provide valid domain, API username, and API key'

const options: JiraTestResult = {
  projects: [
    {
      key: 'ACME',
      name: 'Acme',
      issuetypes: [
        { id: '1', name: 'Epic', untranslatedName: null, hierarchyLevel: 1 },
        { id: '2', name: 'Story', untranslatedName: null, hierarchyLevel: 0 },
        { id: '3', name: 'Task', untranslatedName: null, hierarchyLevel: 0 },
      ],
    },
  ],
  linkTypes: [
    { id: '7', name: 'Relates', untranslatedName: null },
    { id: '8', name: 'Blocks', untranslatedName: null },
  ],
  epicLinkFieldId: 'customfield_10014',
}

const kept: Api.JiraSettings = {
  domain: 'acme.atlassian.net',
  apiUser: 'ada@example.com',
  apiKey: mask,
  projectKey: 'ACME',
  issueTypeId: '3',
  epicTypeId: '1',
  linkTypeId: '7',
  epicLinkFieldId: null,
  webhookUrl: 'http://localhost:3000/jira/account-1',
  webhookSecret: null,
  problem: null,
}

interface Saved {
  readonly integrationSettings: { readonly jira: Api.JiraSettingsInput | null }
}

/** Fakes a server that stores settings and accepts one key. */
function openSettings(first: Api.JiraSettings | null) {
  let jira = first
  const account = () => ({ id: 'account-1', integrationSettings: { jira } })
  const store = createFakeApi({
    answers: {
      TrackerSettings: () => ({ data: { account: account() } }),
      TestJiraIntegration: ({ data }) => {
        const { apiKey } = data as Api.JiraCredentials
        if (apiKey === 'good-key-1234' || apiKey === mask) return { data: { testJiraIntegration: options } }
        return graphqlError('UPSTREAM_FAILED', 'acme.atlassian.net does not accept the API key.')
      },
      UpdateAccount: ({ data }) => {
        const given = (data as Saved).integrationSettings.jira
        jira = given === null ? null : { ...kept, ...given, apiKey: mask, webhookSecret: null }
        return { data: { updateAccount: account() } }
      },
    },
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  renderApp('/account')
  return store
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const select = (label: string) => screen.findByLabelText<HTMLSelectElement>(label)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function typeCredentials(apiKey = 'good-key-1234') {
  await userEvent.type(await field('Domain'), 'acme.atlassian.net')
  await userEvent.type(await field('API user'), 'ada@example.com')
  await userEvent.type(await field('API key'), apiKey)
}

beforeEach(() => {
  polyfillDialogs()
  resetPage()
})

describe('account without a tracker', () => {
  it('tests the credentials a second after the last change, then offers the choices', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const store = openSettings(null)
      await typeCredentials()
      expect(store.asked('TestJiraIntegration')).toHaveLength(0)
      expect(screen.queryByLabelText('Project')).toBeNull()
      await vi.advanceTimersByTimeAsync(1_000)
      expect((await select('Link type')).value).toBe('8')
      expect(store.asked('TestJiraIntegration')).toEqual([
        { data: { domain: 'acme.atlassian.net', apiUser: 'ada@example.com', apiKey: 'good-key-1234' } },
      ])
      await userEvent.selectOptions(await select('Project'), 'ACME')
      expect((await select('Issue type')).value).toBe('2')
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows a missing value at each field, then saves', async () => {
    const store = openSettings(null)
    await press('Save')
    await screen.findByText(credentials)
    await typeCredentials()
    await press('Save')
    expect(await screen.findAllByText('Please make a selection')).toHaveLength(2)
    expect((await select('Project')).getAttribute('aria-invalid')).toBe('true')
    await userEvent.selectOptions(await select('Project'), 'ACME')
    await press('Save')
    await screen.findByText('Integration settings saved')
    expect(store.asked('UpdateAccount')).toEqual([
      {
        data: {
          integrationSettings: {
            jira: {
              domain: 'acme.atlassian.net',
              apiUser: 'ada@example.com',
              apiKey: 'good-key-1234',
              projectKey: 'ACME',
              issueTypeId: '2',
              epicTypeId: '1',
              linkTypeId: '8',
              epicLinkFieldId: 'customfield_10014',
            },
          },
        },
      },
    ])
    expect((await field('API key')).value).toBe(mask)
  })

  it('explains a rejected key without a toast and saves nothing', async () => {
    const store = openSettings(null)
    await typeCredentials('bad')
    await press('Save')
    await screen.findByText('acme.atlassian.net does not accept the API key.')
    expect(screen.getByText(credentials)).toBeTruthy()
    expect(screen.queryByText(/GraphQL error/)).toBeNull()
    expect(screen.queryByLabelText('Project')).toBeNull()
    expect(store.asked('UpdateAccount')).toHaveLength(0)
  })
})

describe('saved tracker integration', () => {
  it('shows the saved choices and copies the webhook address', async () => {
    openSettings(kept)
    expect((await select('Issue type')).value).toBe('3')
    expect((await select('Link type')).value).toBe('7')
    expect(screen.getByText('http://localhost:3000/jira/account-1')).toBeTruthy()
    const written = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: written } }))
    await press('Copy webhook URL')
    await screen.findByText('Copied to clipboard')
    expect(written).toHaveBeenCalledWith('http://localhost:3000/jira/account-1')
    vi.unstubAllGlobals()
  })

  it('says that the saved key is no longer accepted', async () => {
    openSettings({
      ...kept,
      apiKey: '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u20229999',
      problem: 'The key ran out.',
    })
    await screen.findByText('The key ran out.')
    await screen.findByText('acme.atlassian.net does not accept the API key.')
  })

  it('removes the integration after a confirmation', async () => {
    const store = openSettings(kept)
    await press('Remove integration')
    await screen.findByRole('alertdialog', { name: 'Are you sure?' })
    await press('Cancel')
    expect(store.asked('UpdateAccount')).toHaveLength(0)
    await press('Remove integration')
    await press('OK')
    await screen.findByText('Integration removed')
    expect(store.asked('UpdateAccount')).toEqual([{ data: { integrationSettings: { jira: null } } }])
    await waitFor(async () => expect((await field('Domain')).value).toBe(''))
    expect(screen.queryByText('Remove integration')).toBeNull()
  })
})
