// Starts the page with hot reload in front of a server that restarts at each change. Ctrl+C ends both.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, requireNode, root } from './install.mjs'

requireNode()
installPackages()
const pagePort = process.env.PORT ?? '3000'
const serverPort = process.env.SERVER_PORT ?? String(Number(pagePort) + 1)
const bin = (...path) => join(root, 'node_modules', ...path)
const jiraPort = process.env.JIRA_STANDIN_PORT ?? '9101'
const hasJira = process.env.JIRA === 'standin'
const children = [
  ...(hasJira
    ? [
        spawn(process.execPath, [bin('tsx', 'dist', 'cli.mjs'), 'stand-ins/src/jira/main.ts'], {
          cwd: root,
          stdio: 'inherit',
          env: { ...process.env, JIRA_STANDIN_PORT: jiraPort },
        }),
      ]
    : []),
  spawn(process.execPath, [bin('tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: serverPort,
      WEB_URL: `http://localhost:${pagePort}`,
      API_URL: `http://localhost:${pagePort}`,
      ...(hasJira && {
        JIRA_HOST_MAP: ['acme.atlassian.net', 'jira.example.com']
          .map((site) => `${site}=http://127.0.0.1:${jiraPort}`)
          .join(','),
      }),
    },
  }),
  spawn(process.execPath, [bin('vite', 'bin', 'vite.js'), '--port', pagePort, '--strictPort'], {
    cwd: join(root, 'apps', 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_PORT: serverPort },
  }),
]
for (const child of children) child.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll)

function stopAll() {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}
