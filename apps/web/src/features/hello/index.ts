export { HelloPage } from './HelloPage.tsx'
