import { addDemoEpic } from './demo-epic.ts'
import { startJiraSite } from './jira-site.ts'

/** The stand-in as a program, for developers of the product: `JIRA=standin npm run dev`. */
const site = await startJiraSite({
  port: Number(process.env['JIRA_STANDIN_PORT'] ?? 9101),
  latencyMs: Number(process.env['JIRA_STANDIN_LATENCY_MS'] ?? 50),
  flavor: process.env['JIRA_STANDIN_FLAVOUR'] === 'data-center' ? 'data-center' : 'cloud',
})
const domain = site.flavor === 'cloud' ? 'acme.atlassian.net' : 'jira.example.com'
const epic = addDemoEpic(site, 'Launch', { stories: 12, subtasksEach: 3 })
process.stdout.write(
  `Jira stand-in at ${site.url}: domain ${domain}, API user ${site.email}, API key ${site.token}, epic ${epic.key}\n`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void site.stop())
