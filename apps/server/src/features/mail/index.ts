export { createMailer, sendMailRunner, type Mailer, type MailerOptions } from './mailer.ts'
export { MailRefused } from './check-mail.ts'
export { betaApprovedMail } from './templates/beta-approved.ts'
export { recoveryCodeMail } from './templates/recovery-code.ts'
