export { DummyPage } from './DummyPage.tsx'
