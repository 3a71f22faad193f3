export { BreakdownPage } from './BreakdownPage.tsx'
export { PrototypePage } from './PrototypePage.tsx'
