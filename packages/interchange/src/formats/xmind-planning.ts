import { type NodeStatus, parseDay } from '@espalier/domain'
import { type JsonRecord, stringOrEmpty, toRecords } from '../model/json.ts'
import { joinNames, type PlanningWords, splitNames } from '../planning/planning-words.ts'

/** Task markers of XMind: `task-start` is an empty pie, `task-done` a full one, all others are between. */
export function readMarkerStatus(markers: readonly string[]): NodeStatus {
  const tasks = markers.filter((marker) => marker.startsWith('task-') && marker !== 'task-start')
  if (tasks.length === 0) return 'todo'
  return tasks.includes('task-done') ? 'done' : 'progress'
}

const markerByStatus: Readonly<Record<NodeStatus, string | undefined>> = {
  todo: undefined,
  progress: 'task-half',
  done: 'task-done',
}

/** Priorities of XMind are numbers from 1, the most urgent, to 9. */
const priorityMarkers = [
  ['urgent', 'priority-1'],
  ['high', 'priority-2'],
  ['medium', 'priority-3'],
  ['low', 'priority-4'],
] as const

export function readMarkerPriority(markers: readonly string[]): string | undefined {
  const found = priorityMarkers.find(([, marker]) => markers.includes(marker))?.[0]
  return found ?? (markers.some((marker) => /^priority-[5-9]$/u.test(marker)) ? 'low' : undefined)
}

export function listTopicMarkers(status: NodeStatus, priority: string | undefined): readonly string[] {
  const marker = priorityMarkers.find(([name]) => name === priority)?.[1]
  return [markerByStatus[status] ?? [], marker ?? []].flat()
}

/** The extension in which XMind keeps the dates and the people of a task. */
export const taskInfoProvider = 'org.xmind.ui.taskInfo'

export const readTaskValues = (values: ReadonlyMap<string, string>): PlanningWords => ({
  startDate: values.get('start-date'),
  dueDate: values.get('end-date'),
  assignees: splitNames(values.get('assigned-to') ?? ''),
})

/** Reads the task information of a topic. Newer versions of XMind have times in milliseconds in another extension. */
export function readTaskInfo(extensions: readonly JsonRecord[]): PlanningWords {
  const info = extensions.find(({ provider }) => provider === taskInfoProvider)?.['content']
  const values = new Map(toRecords(info).map(({ name, content }) => [stringOrEmpty(name), stringOrEmpty(content)]))
  const task = toRecords(extensions.map(({ provider, content }) => (provider === 'org.xmind.ui.task' ? content : null)))
  const read = readTaskValues(values)
  return {
    ...read,
    startDate: read.startDate ?? readTime(task[0]?.['start']),
    dueDate: read.dueDate ?? readTime(task[0]?.['due']),
  }
}

function readTime(time: unknown): string | undefined {
  const date = typeof time === 'number' ? new Date(time) : null
  return date === null || Number.isNaN(date.getTime()) ? undefined : parseDay(date.toISOString().slice(0, 10))
}

export function writeTaskInfo({ startDate, dueDate, assignees }: PlanningWords): readonly JsonRecord[] {
  const values = [
    ['start-date', startDate === undefined ? undefined : `${startDate} 00:00:00`],
    ['end-date', dueDate === undefined ? undefined : `${dueDate} 00:00:00`],
    ['assigned-to', joinNames(assignees)],
  ].flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }]))
  return values.length === 0 ? [] : [{ provider: taskInfoProvider, content: values }]
}
