import { defineTexts, formatQuantity } from '@espalier/domain'

/** The emails. A subject never contains a code, because subjects show on locked screens. */
export const mailTexts = defineTexts('mail', {
  greeting: (firstname: string) => `Hello ${firstname},`,
  greetingWithoutName: 'Hello,',
  unsubscribe: 'Unsubscribe',
  unsubscribeAt: (url: string) => `Unsubscribe: ${url}`,
  recovery: {
    subject: (productName: string) => `Your ${productName} recovery code`,
    heading: 'Get back into your account',
    enterCode: 'Enter this code on the recovery page:',
    expiry: (minutes: number) =>
      `The code works once and expires in ${formatQuantity(minutes, 'minute')}. Don't share it: anyone who has it can log in to your account.`,
    reason:
      "You received this because someone asked for a recovery code for your address. Wasn't it you? Ignore this email; nothing has changed.",
  },
  verification: {
    subject: (productName: string) => `Your ${productName} verification code`,
    heading: 'Verify your email address',
    enterCode: 'Enter this code on the page that asked for it:',
    expiry: (minutes: number) =>
      `The code works once and expires in ${formatQuantity(minutes, 'minute')}. Don't share it.`,
    reason:
      "You received this because someone entered your address as theirs. Wasn't it you? Ignore this email; the address stays unverified.",
  },
  accountChange: {
    nextStep:
      'If it was you, there is nothing to do. If not, choose "Forgot your password?" on the login page, or ask the operator of this server for help.',
    reason:
      'You receive this email whenever your password, your email address, a linked account or your two-step sign-in changes.',
    passwordChanged: {
      subject: (productName: string) => `${productName}: your password was changed`,
      heading: 'Your password was changed',
      body: 'The password of your account was changed.',
    },
    emailChanged: {
      subject: (productName: string) => `${productName}: your email address was changed`,
      heading: 'Your email address was changed',
      body: 'Your account has a new email address. You can no longer log in with this one.',
    },
    twoStepOn: {
      subject: (productName: string) => `${productName}: two-step sign-in was turned on`,
      heading: 'Two-step sign-in was turned on',
      body: 'From now on, logging in to your account also takes a code from your authenticator app.',
    },
    twoStepOff: {
      subject: (productName: string) => `${productName}: two-step sign-in was turned off`,
      heading: 'Two-step sign-in was turned off',
      body: 'The authenticator app was removed from your account. Logging in no longer takes its code.',
    },
    recoveryCodesChanged: {
      subject: (productName: string) => `${productName}: your recovery codes were changed`,
      heading: 'Your recovery codes were changed',
      body: 'The recovery codes of your two-step sign-in were replaced or removed. Earlier ones no longer work.',
    },
    passkeyAdded: {
      subject: (productName: string) => `${productName}: a passkey was added`,
      heading: 'A passkey was added',
      body: 'You can now log in to your account with a new passkey.',
    },
    passkeyRemoved: {
      subject: (productName: string) => `${productName}: a passkey was removed`,
      heading: 'A passkey was removed',
      body: 'One of your passkeys can no longer log in to your account.',
    },
    linked: {
      subject: (productName: string, provider: string) => `${productName}: ${provider} was linked`,
      heading: (provider: string) => `${provider} was linked`,
      body: (provider: string) => `You can now log in to your account with ${provider}.`,
    },
    unlinked: {
      subject: (productName: string, provider: string) => `${productName}: ${provider} was unlinked`,
      heading: (provider: string) => `${provider} was unlinked`,
      body: (provider: string) => `You can no longer log in to your account with ${provider}.`,
    },
  },
  test: {
    subject: (productName: string) => `Test email from ${productName}`,
    heading: 'Emails work',
    body: (productName: string) => `This is the test email that you asked ${productName} to send.`,
    reason: 'You received this because you pressed the button on the page for operators.',
  },
  deletion: {
    requestedSubject: (productName: string) => `${productName}: your account will be deleted`,
    requestedHeading: 'Your account will be deleted',
    requestedBody: (date: string) =>
      `You asked to delete your account. It is deleted on ${date}, together with the projects that you do not hand over.`,
    canCancel: 'Until then you can log in as usual and cancel the deletion in the user settings.',
    cancel: 'Keep my account',
    requestedReason:
      "You received this because someone who was logged in to your account asked to delete it. Wasn't it you? Cancel the deletion and change your password.",
    deletedSubject: (productName: string) => `${productName}: your account was deleted`,
    deletedHeading: 'Your account was deleted',
    deletedBody:
      'Your account and your projects are deleted. What you wrote in projects of others stays there without your name.',
    deletedReason: 'You received this because you asked to delete your account. It is the last email about it.',
  },
  approved: {
    subject: (productName: string) => `Your ${productName} account is approved`,
    heading: 'Your account is approved',
    body: (productName: string) => `Thank you for waiting. You can now use ${productName}.`,
    open: (productName: string) => `Open ${productName}`,
    reason: (productName: string) =>
      `You received this because you applied for the ${productName} beta with this address.`,
  },
  invitation: {
    subject: (invitedBy: string, productName: string) => `${invitedBy} invites you to ${productName}`,
    heading: (productName: string) => `You are invited to ${productName}`,
    body: (invitedBy: string, productName: string) => `${invitedBy} invited you to plan together in ${productName}.`,
    scope: (email: string) => `This invitation is for ${email} and can be used once.`,
    accept: 'Accept the invitation',
    reason: (invitedBy: string) =>
      `You received this because ${invitedBy} entered your address. Not expecting it? Ignore this email.`,
  },
  projectInvitation: {
    subject: (invitedBy: string, title: string) => `${invitedBy} invites you to "${title}"`,
    heading: 'You are invited to a project',
    body: (invitedBy: string, title: string, productName: string) =>
      `${invitedBy} invited you to plan "${title}" together in ${productName}.`,
    join: 'Join the project',
  },
  accessRequest: {
    subject: (askedBy: string, title: string) => `${askedBy} asks for access to "${title}"`,
    heading: 'Someone asks for access to your project',
    body: (askedBy: string, title: string) => `${askedBy} has a link to your project "${title}" and asks for access.`,
    nextStep: (askedBy: string) =>
      `To let them in, open the project, choose Share and enter ${askedBy}. To refuse, do nothing.`,
    reason: (productName: string) =>
      `You received this because you own a project in ${productName}. Nobody gets access unless you share the project.`,
  },
  shared: {
    subject: (sharedBy: string, title: string) => `${sharedBy} shared "${title}" with you`,
    heading: 'A project was shared with you',
    body: (sharedBy: string, title: string) => `${sharedBy} shared the project "${title}" with you.`,
    messageFrom: (sharedBy: string) => `${sharedBy} writes:`,
    open: 'Open the project',
    reason: (productName: string) =>
      `You received this because someone shared a project with your ${productName} account.`,
  },
})
