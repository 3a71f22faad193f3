export { RecheckSessionPage } from './DummyPage.tsx'
