export { RecoveryPage } from './RecoveryPage.tsx'
