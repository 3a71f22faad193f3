export { VerificationPage } from './VerificationPage.tsx'
