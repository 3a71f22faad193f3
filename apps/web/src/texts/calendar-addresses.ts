import { defineTexts } from '@espalier/domain'

/** The texts of calendar addresses, in the user settings and in the share dialog. */
export const calendarAddressTexts = defineTexts('calendar-addresses', {
  heading: 'Calendar',
  lead: 'Subscribe to an address in a calendar program, such as Google Calendar, Outlook or Apple Calendar, to see due dates there. Changes follow when the program reads the address again.',
  warning:
    'Everybody who has an address can read its titles, descriptions and dates without signing in, until you revoke it.',
  subject: 'Dates of',
  newAddress: 'New address',
  projectHeading: 'Calendar address',
  projectLead:
    'Shows all dates of this project in a calendar program. The address is yours: it works as long as you can see the project.',
  list: 'Calendar addresses',
  myWork: 'My work',
  unknownProject: 'A project that you cannot open any more',
  loadingProject: 'Project',
  created: (date: string) => `Created ${date}`,
  address: (name: string) => `Calendar address: ${name}`,
  copy: 'Copy address',
  copyFor: (name: string) => `Copy address: ${name}`,
  copied: 'Address copied',
  revoke: 'Revoke',
  revokeFor: (name: string) => `Revoke address: ${name}`,
  confirmRevoke: 'Revoke this address? Calendar programs that use it will show nothing new.',
  revoked: 'Address revoked',
  unreadable:
    'This address cannot be shown any more. Calendar programs that know it can still read it: revoke it if you do not use it, and create a new one.',
  notLoaded: 'The addresses could not be loaded.',
  tryAgain: 'Try again',
})
