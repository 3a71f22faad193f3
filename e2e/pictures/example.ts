type Status = 'todo' | 'progress' | 'done'

interface Task {
  readonly title: string
  readonly status: Status
  readonly colour?: string
  readonly body?: string
  /** The weeks since it was planned, begun and finished. */
  readonly planned?: number
  readonly tasks?: readonly Task[]
}

const green = '#bbffd8'
const blue = '#bbc0ff'
const pink = '#ffbbe2'

const task = (title: string, status: Status, planned = 9): Task => ({ title, status, planned })

const cafe: Task = {
  title: 'Open the garden café by May',
  status: 'progress',
  planned: 10,
  tasks: [
    {
      title: 'Permits',
      status: 'done',
      colour: green,
      planned: 10,
      tasks: [
        { title: 'Food licence', status: 'done', colour: green, planned: 10 },
        { title: 'Fire inspection', status: 'done', colour: green, planned: 10 },
      ],
    },
    {
      title: 'The house',
      status: 'progress',
      planned: 10,
      tasks: [
        task('Repair the glass roof', 'done', 10),
        {
          ...task('Build the kitchen', 'progress', 9),
          body: '<p>Everything within three steps of the stove. <strong>Ask Tom</strong> for the old sink.</p><ul><li>Order the counter</li><li>Water and drain</li><li>Second oven, used</li></ul>',
          tasks: [task('Water and drain', 'done', 8), task('Order the counter', 'progress', 6)],
        },
        task('Paint the walls', 'todo', 4),
      ],
    },
    {
      title: 'The garden',
      status: 'progress',
      colour: blue,
      planned: 9,
      tasks: [
        { ...task('Train pears along the wall', 'done', 9), colour: blue },
        { ...task('Lay the gravel paths', 'progress', 7), colour: blue },
        { ...task('Herbs beside the door', 'todo', 5), colour: blue, body: '<p>Where the wall keeps them warm.</p>' },
      ],
    },
    {
      title: 'The menu',
      status: 'progress',
      colour: pink,
      planned: 8,
      tasks: [
        { ...task('Twelve cakes to choose from', 'done', 8), colour: pink },
        { ...task('Taste them with friends', 'todo', 5), colour: pink },
        { ...task('Find a coffee roaster', 'progress', 6), colour: pink },
      ],
    },
    {
      title: 'Opening day',
      status: 'todo',
      planned: 3,
      tasks: [task('Invite the street', 'todo', 3), task('Ask the brass band', 'todo', 2)],
    },
  ],
}

const weekMs = 7 * 24 * 3_600_000

interface ExampleNode {
  readonly id: string
  readonly title: string
  readonly parentIds: readonly string[]
  readonly body: string
}

/** The example in the format of the form's JSON field: with a past, so that its burn-up has something to show. */
export function exampleFile(now: number): { readonly nodes: readonly ExampleNode[] } & Record<string, unknown> {
  const nodes: ExampleNode[] = []
  const add = ({ title, status, colour, body = '', planned = 0, tasks = [] }: Task, parentIds: readonly string[]) => {
    const id = `n${nodes.length}`
    nodes.push({
      ...entryOf(title, status, now - planned * weekMs, nodes.length),
      id,
      parentIds,
      body,
      ...painted(colour),
    })
    for (const one of tasks) add(one, [id])
  }
  add(cafe, [])
  return { format: 'espalier', version: 1, project: { title: cafe.title, layout: 'tree-right' }, nodes }
}

const painted = (backgroundColor: string | undefined) => (backgroundColor === undefined ? {} : { backgroundColor })

function entryOf(title: string, status: Status, created: number, at: number) {
  const begun = created + (1.2 + (at % 3) * 0.5) * weekMs
  const finished = begun + (0.6 + ((at * 3) % 7) * 0.9) * weekMs
  return {
    title,
    status,
    transitions: [
      { dt: created, from: 'deleted', to: 'todo' },
      ...(status === 'todo' ? [] : [{ dt: begun, from: 'todo', to: 'progress' }]),
      ...(status === 'done' ? [{ dt: finished, from: 'progress', to: 'done' }] : []),
    ],
  }
}

/** The other projects in the list. */
export const otherProjects: readonly (readonly [title: string, outline: readonly (readonly [string, Status])[]])[] = [
  [
    'Autumn exhibition',
    [
      ['Hang the pictures', 'done'],
      ['Print the leaflet', 'done'],
    ],
  ],
  [
    'A new roof for the shed',
    [
      ['Ask for three offers', 'todo'],
      ['Choose the slate', 'todo'],
    ],
  ],
  [
    'Bees',
    [
      ['Build two hives', 'done'],
      ['Find a swarm', 'progress'],
    ],
  ],
]
