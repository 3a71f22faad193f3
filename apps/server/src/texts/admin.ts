import { defineTexts, formatQuantity } from '@espalier/domain'

/** The texts that `npm run admin` prints. Errors have no period where a program or a test may append to them. */
export const adminTexts = defineTexts('admin', {
  summaries: {
    approve: 'approves a person of the beta and sends them an email',
    people:
      'lists everyone who has registered (or whose address or name contains TEXT), people who wait for approval first',
    deactivate: 'logs a person out everywhere and stops them from logging in; their data stays',
    activate: 'lets a deactivated person log in again',
    endSessions: 'logs a person out everywhere',
    resetTwoStep: 'turns off the two-step sign-in of a person who has lost the app and the recovery codes',
    delete: 'shows what would be deleted with a person; with "yes", deletes them and their projects for good',
    demo: 'creates a project of N nodes for this person, or for the first who registered',
    check: 'checks every project against the rules that must always hold',
    purge: 'deletes for good what has been in the trash for too long, now instead of tonight',
    backup: 'copies the embedded database and its secret into a new folder, also while the server is running',
    feedback: (statuses: string) =>
      `lists the feedback board, deletes a post, or sets its status: ${statuses} (for a duplicate, NOTE is the other post's number)`,
    mails: (count: number) =>
      `prints the newest emails in the outbox, which are not sent because SMTP_URL is not set (${count} of them, or COUNT)`,
    audit: 'prints the latest entries of the audit log, or those of PERSON (an address or an id), as JSON lines',
    invitations: 'lists the invitations to projects that can still be accepted',
    revokeInvitation: 'revokes an invitation to a project',
    figures: 'prints how much is stored and what waits in the queue',
    testMail: 'sends a test email to EMAIL at once',
    help: 'shows this',
  },
  helpFooter: 'It uses the same environment as the server (.env.example), also while the server is running.',
  usage: (command: string) => `Usage: ${command}`,
  unknownCommand: (name: string) => `There is no command ${JSON.stringify(name)}. See: npm run admin -- help`,
  failed: (reason: string) => `The command failed: ${reason}`,
  identityFailed: (reason: string) => `The identity service did not answer: ${reason}`,
  noDataDir: (dataDir: string) => `There is no DATA_DIR ${dataDir}: start the server once, or set DATA_DIR`,
  adminUrlMissing: 'IDENTITY_ADMIN_URL must be set, because IDENTITY_URL is',
  externalIdentity: "IDENTITY_URL is set: use the commands of that identity service (Kratos' admin API)",
  notAnEmail: (given: string) => `${JSON.stringify(given)} is not an email address`,
  notRegistered: (email: string) => `Nobody has registered with ${email}`,
  nobodyRegistered: 'Nobody has registered yet.',
  nobodyFound: (text: string) => `Nobody's address or name contains ${text}.`,
  approved: (email: string) => `Approved ${email}. An email is queued; a running server sends it.`,
  alreadyActive: (email: string) => `${email} is already active. Nothing was changed, no email was sent.`,
  deactivated: (email: string) => `Deactivated ${email}. Open pages notice it at once.`,
  activated: (email: string) => `${email} can log in again.`,
  sessionsEnded: (count: number, email: string) =>
    `Ended ${formatQuantity(count, 'session')} of ${email}. Open pages notice it at once.`,
  twoStepReset: (email: string) => `Two-step sign-in of ${email} is off. Their password opens the account again.`,
  noTwoStep: (email: string) => `${email} has no two-step sign-in. Nothing was changed.`,
  hasSubscription: (email: string) => `${email} has a subscription: cancel that first`,
  personData: (email: string, projects: number, shared: number, memberships: number) =>
    `${email}, ${formatQuantity(projects, 'project')} (${shared} of them shared with others) and ${formatQuantity(memberships, 'membership')}`,
  wouldDelete: (what: string, email: string) =>
    `This would delete ${what} for good. To do it: npm run admin -- delete ${email} yes`,
  deleted: (what: string) => `Deleted ${what}.`,
  numberOutOfRange: (name: string, most: number) => `${name} must be a number from 1 to ${most}`,
  demoTitle: (count: number) => `Demo of ${formatQuantity(count, 'node')}`,
  demoCreated: (count: number, seconds: string, email: string, url: string) =>
    `Created a project of ${formatQuantity(count, 'node')} for ${email} in ${seconds} s: ${url}`,
  openDemoCreated: (count: number, seconds: string, url: string) =>
    `Created a project of ${formatQuantity(count, 'node')}, open to anyone with the link, in ${seconds} s: ${url}`,
  allRulesHold: (count: number) => `Checked ${formatQuantity(count, 'project')}: every rule holds.`,
  broken: (breaches: string) => `Broken: ${breaches}`,
  brokenAndMore: (breaches: string, more: number) => `Broken: ${breaches} and ${more} more`,
  breach: (projectId: string, rule: string) => `project ${projectId}: ${rule}`,
  breachAtNode: (projectId: string, rule: string, nodeId: string) => `project ${projectId}: ${rule} at ${nodeId}`,
  purged: (count: number) => `Purged ${formatQuantity(count, 'project')}.`,
  externalDatabase: 'DATABASE_URL is set: back that server up with its own tools, such as pg_dump',
  backedUp: (megabytes: number, folder: string) =>
    `Copied ${megabytes} MB to ${folder}: start with DATA_DIR=${folder} to use it.`,
  smtpSet: 'SMTP_URL is set: emails are sent, and none are stored here',
  noMails: (folder: string) => `There is no email in ${folder}.`,
  mail: (to: string, date: string, subject: string, text: string) =>
    `To: ${to}\nDate: ${date}\nSubject: ${subject}\n\n${text}`,
  noEntries: 'The audit log has no such entries.',
  noInvitations: 'No invitation is open.',
  invitation: (id: string, day: string, role: string, email: string | null, inviter: string, projectId: string) =>
    `${id}  ${day}  ${role.padEnd(6)}  ${email ?? 'anyone with the link'}  by ${inviter}  to ${projectId}`,
  invitationMissing: (id: string) => `There is no invitation ${id}`,
  invitationRevoked: (id: string) => `Revoked the invitation ${id}.`,
  figure: (name: string, value: number) => `${name.padEnd(18)}${value}`,
  testMailSent: (email: string) => `The mail server accepted an email to ${email}.`,
  testMailStored: (email: string) =>
    `SMTP_URL is not set: the email to ${email} is only stored. See: npm run admin -- mails`,
  feedback: {
    badAction: (action: string, statuses: string) =>
      `${JSON.stringify(action)} is neither list nor delete nor one of ${statuses}`,
    badNumber: 'NUMBER must be the number of a post: npm run admin -- feedback list',
    empty: 'No post is waiting.',
    post: (number: number, status: string, votes: number, title: string) =>
      `#${number}  ${status}  ${formatQuantity(votes, 'vote')}  ${title}`,
    missing: (number: number) => `There is no post #${number}`,
    deleted: (number: number) => `Deleted post #${number}, its votes and its comments.`,
    'long-note': 'The note is too long',
    'no-original': 'A duplicate needs the number of the post that it repeats: feedback duplicate NUMBER OTHER',
    'original-is-itself': (number: number) => `Post #${number} cannot repeat itself`,
    changed: (number: number, status: string, path: string) => `Post #${number} is ${status} now: ${path}`,
  },
})
