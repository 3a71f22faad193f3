import { defineTexts } from '@espalier/domain'

/** The texts of the pages that ask for an emailed code: password recovery and verification of an address. */
export const signInCodeTexts = defineTexts('signInCode', {
  code: 'Code',
  codeMissing: 'Please enter the code from the email',
  sendCode: 'Send code',
  recovery: {
    title: 'Forgot your password?',
    askForEmail: "We'll send a code to your address. Use it to choose a new password.",
    askForEmailWithoutMail:
      'This server sends no email. Request a code here, then ask the person who runs the server for it.',
    askForCode: 'Enter the code from the email, then choose a new password.',
    askForCodeWithoutMail:
      'This server sends no email, so the code was only recorded. Ask the person who runs the server for it, and enter it here.',
    continue: 'Continue',
    startAgain: 'No email? Start again',
    backToLogIn: 'Back to log in',
  },
  verification: {
    title: 'Verify your email',
    askForEmail: "We'll send a code to your address. Enter it here so that others can find you and share with you.",
    askForCode: (email: string) => `Check your email: we sent a code to ${email}.`,
    passed: 'You can log in now.',
    verify: 'Verify',
    verified: 'Email address verified',
    sendNewCode: 'Send a new code',
    later: 'Later',
    otherPages: '<logIn>Log in</logIn> or <recovery>choose a new password</recovery>',
  },
})
