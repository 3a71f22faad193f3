export { PrototypePage } from './PrototypePage.tsx'
