/** The messages about the server and its settings. */
export const apiTexts = {
  noUrl: 'Set ESPALIER_URL to the address of your server, such as https://plans.example.com',
  noToken: 'Set ESPALIER_TOKEN to an access token; people create them in the user settings',
  badUrl: (url: string) => `ESPALIER_URL is not a web address: ${url}`,
  badToken: 'ESPALIER_TOKEN is not an access token: it has characters that no token has',
  unreachable: (url: string) => `No answer from ${url}`,
  tokenRefused: 'The server does not accept ESPALIER_TOKEN: it may have expired or been revoked',
  badAnswer: (status: number) => `The server answered ${status}`,
} as const

/** The messages about the commands. */
export const commandTexts = {
  unknown: (name: string) => `Unknown command ${name}; espalier help lists all of them`,
  missing: (command: string, name: string) => `${command} needs ${name}; espalier help shows how it is used`,
  tooMany: (command: string, word: string) => `${command} does not expect ${word}; quote texts that have spaces`,
  noProject: (name: string) => `This token has no project named ${name}`,
  noProjects: 'This token cannot see any project',
  whichProject: (names: string) => `Name a project with --project: ${names}`,
  noNode: (id: string) => `No node has the id ${id}`,
  manyNodes: (id: string, ids: string) => `Several nodes begin with ${id}: ${ids}`,
  shortId: (id: string) => `${id} is not an id: give at least 4 of its characters`,
  nothingReady: 'No node is ready',
  lostProject: 'The project is gone, or the token may not see it any more',
  notOpened: 'The project cannot be opened',
  created: (id: string, title: string) => `${id}  ${title}`,
  done: (id: string, title: string) => `${id}  [x] ${title}`,
  claimed: (id: string, title: string) => `${id}  [/] ${title}`,
  watching: (title: string) => `Watching ${title}; Ctrl+C ends it`,
  added: 'added',
  changed: 'changed',
  deleted: 'deleted',
} as const

export const helpText = `espalier COMMAND [OPTIONS]

  ls [PROJECT]            the projects of the token; the nodes of a project
  show NODE               a node with its fields, description and children
  add TITLE               adds a node below --parent, or below the root
  done NODE...            marks nodes as done
  ready [PROJECT]         the nodes that can be started now
  claim [NODE]            takes a ready node; without one, the most important
  watch [PROJECT]         prints changes as they happen
  sync FILE.md            makes a Markdown file and a project equal, both ways
  help                    this text

  --project PROJECT       an id, the beginning of one, or a title
  --parent NODE           for add: where the node goes
  --node NODE             for sync: only this branch
  --watch                 for sync: go on until Ctrl+C
  --depth N               for ls: how deep
  --json                  answers for programs

Settings: ESPALIER_URL is the address of the server, ESPALIER_TOKEN an access token.
NODE is an id or the beginning of one. Exit codes: 0 done, 1 failed, 2 wrong use, 3 conflict.
`
