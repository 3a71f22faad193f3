import { describe, expect, it } from 'vitest'
import { accountNoticeMail, betaApprovedMail, betaInviteMail, codeMail } from './mail-templates.ts'
import { checkMail } from './mailer.ts'
import { accessRequestMail, projectInvitationMail, projectSharedMail } from './project-mails.ts'
import { webhookOffMail } from './webhook-mails.ts'

const person = { to: 'ada@example.com', firstname: 'Ada' as string | null, productName: 'Espalier' }
const templates = {
  recovery: (more = {}) => codeMail({ ...person, purpose: 'recovery', code: '482913', minutes: 15, ...more }),
  verification: (more = {}) => codeMail({ ...person, purpose: 'verification', code: '482913', minutes: 15, ...more }),
  'changed password': (more = {}) => accountNoticeMail({ ...person, change: { kind: 'password-changed' }, ...more }),
  'changed address': (more = {}) => accountNoticeMail({ ...person, change: { kind: 'email-changed' }, ...more }),
  'two-step sign-in off': (more = {}) => accountNoticeMail({ ...person, change: { kind: 'two-step-off' }, ...more }),
  'added passkey': (more = {}) => accountNoticeMail({ ...person, change: { kind: 'passkey-added' }, ...more }),
  'linked account': (more = {}) =>
    accountNoticeMail({ ...person, change: { kind: 'linked', provider: 'Google' }, ...more }),
  approved: (more = {}) => betaApprovedMail({ ...person, webUrl: 'https://espalier.example', ...more }),
  shared: (more = {}) =>
    projectSharedMail({
      ...person,
      sharedBy: 'bob@example.com',
      title: 'Plan',
      message: '',
      url: 'https://espalier.example/tree/1',
      ...more,
    }),
  'access request': (more = {}) =>
    accessRequestMail({
      ...person,
      askedBy: 'bob@example.com',
      title: 'Plan',
      url: 'https://espalier.example/tree/1',
      unsubscribeUrl: 'https://espalier.example/unsubscribe?t=x',
      ...more,
    }),
  'webhook that was switched off': (more = {}) =>
    webhookOffMail({
      ...person,
      reason: 'gone',
      host: 'hooks.example',
      title: 'Plan',
      url: 'https://espalier.example/tree/1',
      ...more,
    }),
}

describe.each(Object.entries(templates))('Mail template %s', (_, write) => {
  it('a mail can be sent, greets the person and names the product in both texts', () => {
    const mail = write()
    checkMail(mail)
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Hello Ada,')
      expect(body).toContain('Espalier')
    }
  })

  it('escapes the markup in a name and in the product name', () => {
    const { html } = write({ firstname: 'A & <b>B</b>', productName: '<img src=x onerror=alert(1)>' })
    expect(html).not.toMatch(/<img|<b>/)
    expect(html).toContain('&lt;img src=x')
  })

  it.each(['https://evil.example', 'win at evil.example now', 'x'.repeat(41), '  ', 'a\nb', null])(
    'does not repeat %j as a name',
    (firstname) => {
      const mail = write({ firstname })
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain('Hello,')
        expect(body).not.toContain('evil')
      }
    },
  )

  it('a mail loads nothing from outside', () => {
    expect(write().html).not.toMatch(/<(img|link|script|iframe)|url\(/i)
  })
})

it('shows the code in both texts and not in the subject', () => {
  const { text, html, subject } = templates.recovery()
  expect(text).toContain('482913')
  expect(html).toContain('482913')
  expect(text).toContain('15 minutes')
  expect(subject).toBe('Your Espalier recovery code')
})

it('links to the projects in the approval mail', () => {
  const { text, html } = templates.approved()
  expect(text).toContain('https://espalier.example/projects')
  expect(html).toContain('href="https://espalier.example/projects"')
})

it('links to a shared project and shows its title and message only as text', () => {
  const shared = { title: 'a\r\nBcc: x@evil.example', message: 'One\n\n<script>two</script>\u0000' }
  const mail = templates.shared(shared)
  checkMail(mail)
  expect(mail.subject).toBe('bob@example.com shared "a Bcc: x@evil.example" with you')
  expect(mail.html).toContain('href="https://espalier.example/tree/1"')
  expect(mail.html).toContain('&lt;script&gt;two&lt;/script&gt;')
  expect(mail.text).toContain('bob@example.com writes:\n\nOne\n\n<script>two</script>')
  expect(templates.shared().text).not.toContain('writes')
  checkMail(templates.shared({ title: '\u{1F600}'.repeat(900), message: 'x'.repeat(5_000) }))
})

it('sends an invitation from any address without markup', () => {
  const invitedBy = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`
  const url = 'https://espalier.example/register?invite=x'
  const unsubscribeUrl = 'https://espalier.example/unsubscribe?t=x&y="><script>'
  const mail = betaInviteMail({ to: person.to, productName: '<img src=x>'.repeat(5), invitedBy, url, unsubscribeUrl })
  checkMail(mail)
  expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(/i)
  for (const body of [mail.text, mail.html]) expect(body).toContain(url)
  expect(mail.unsubscribeUrl).toBe(unsubscribeUrl)
})

it('names the project and the person in an invitation to it, and shows title and message only as text', () => {
  const mail = projectInvitationMail({
    to: person.to,
    productName: 'Espalier',
    invitedBy: 'bob@example.com',
    title: 'a\r\nBcc: x@evil.example',
    message: 'One\n<script>two</script>\u0000',
    url: 'https://espalier.example/join/x',
    unsubscribeUrl: 'https://espalier.example/unsubscribe?t=x',
  })
  checkMail(mail)
  expect(mail.subject).toBe('bob@example.com invites you to "a Bcc: x@evil.example"')
  expect(mail.text).toContain('bob@example.com writes:\n\nOne\n\n<script>two</script>')
  expect(mail.text).toContain('This invitation is for ada@example.com and can be used once.')
  expect(mail.html).toContain('href="https://espalier.example/join/x"')
  expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(/i)
  expect(mail.unsubscribeUrl).toBe('https://espalier.example/unsubscribe?t=x')
})

it('asks the owner for access by the address that has to be entered, with a title in one line', () => {
  const mail = templates['access request']({ title: `Plan\n${'x'.repeat(900)}` })
  checkMail(mail)
  expect(mail.subject).toMatch(/^bob@example\.com asks for access to "Plan x/)
  expect(mail.text).toContain('choose Share and enter bob@example.com')
  expect(mail.text).toContain('https://espalier.example/tree/1')
})
