import { defineTexts } from '@espalier/domain'

/** The texts of the log-in and sign-up pages, and of the fields that all sign-in pages share. */
export const signInTexts = defineTexts('signIn', {
  logIn: 'Log in',
  signUp: 'Sign up',
  logOut: 'Log out',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters, and different from your email.',
  emailMissing: 'Please enter your email',
  passwordMissing: 'Please enter your password',
  newPasswordMissing: 'Please enter a password',
  confirmHeading: "Confirm it's you",
  secondStepHeading: 'Second step',
  notYou: 'Not you? <logOut>Log out</logOut>',
  signInWithPasskey: 'Sign in with a passkey',
  logOutInstead: 'Not you, or forgot your password? <logOut>Log out</logOut>',
  forgotPassword: 'Forgot your password?',
  newHere: 'New here? <signUp>Sign up</signUp>',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  signUpHeading: 'Create your account',
  haveAccount: 'Already have an account? <logIn>Log in</logIn>',
  invited: (email: string) => `You're invited. Sign up with <email>${email}</email> to get started.`,
  /** Shown to a person who came by an invitation to a project. */
  invitedToSignUp: (invitedBy: string, project: string) =>
    `<who>${invitedBy}</who> invited you to <project>${project}</project>. Create your account to open it.`,
  invitedToLogIn: (invitedBy: string, project: string) =>
    `<who>${invitedBy}</who> invited you to <project>${project}</project>. Log in to open it.`,
  privateProject: "This project is private, or it doesn't exist. Log in to open it, or ask its owner for access.",
  signUpWith: (provider: string) => `Sign up with ${provider}`,
})
