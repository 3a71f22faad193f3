import {
  isHexColor,
  isNodeStatus,
  isPosition,
  areTransitionsContinuous,
  limits,
  type NodeId,
  type NodeStatus,
  type Transition,
  transitionStates,
} from '@espalier/domain'
import { ImportError } from './fault.ts'
import { checkTextLengths } from './fitting.ts'
import { cleanHtml } from './html/clean-html.ts'
import { isRecord, type JsonRecord } from './json-text.ts'
import type { InterchangeNode, ReadOptions } from './model.ts'

/** One entry of the list of nodes. What is missing takes its default; what is wrong is named. */
export function readEspalierNode(
  entry: unknown,
  index: number,
  count: number,
  options: ReadOptions,
  remarks: string[],
): InterchangeNode {
  const at = `nodes[${index}]`
  if (!isRecord(entry)) throw new ImportError('broken', `${at} is not an object`)
  const { id, projectLink } = entry
  if (typeof id !== 'string' || id === '') throw new ImportError('broken', `${at}.id is not a text`)
  const { title, body } = readTexts(entry, at)
  const { clean = cleanHtml } = options
  const transitions = readTransitions(entry['transitions'], at)
  const isKept = transitions !== undefined && areTransitionsContinuous(transitions)
  if (transitions !== undefined && !isKept) remarks.push(`The history of ${id} has gaps and was left out.`)
  return {
    id,
    parentIds: readParentIds(entry['parentIds'], at),
    ...checkTextLengths(clean(title), clean(body)),
    status: readStatus(entry['status'], at),
    position: readPosition(entry['position'], index, count, at),
    hideChildren: entry['hideChildren'] === true,
    ...readBackgroundColor(entry['backgroundColor'], at),
    ...(typeof projectLink === 'string' && projectLink !== '' && { projectLink }),
    ...(isKept && { transitions }),
  }
}

function readTexts(entry: JsonRecord, at: string): { title: string; body: string } {
  const { title, body = '' } = entry
  if (typeof title !== 'string') throw new ImportError('broken', `${at}.title is not a text`)
  if (typeof body !== 'string') throw new ImportError('broken', `${at}.body is not a text`)
  return { title, body }
}

const isIdList = (list: unknown): list is readonly NodeId[] =>
  Array.isArray(list) && list.every((id) => typeof id === 'string')

function readParentIds(value: unknown, at: string): readonly NodeId[] {
  const ids: unknown = value ?? []
  if (!isIdList(ids)) throw new ImportError('broken', `${at}.parentIds is not a list of ids`)
  return ids
}

function readStatus(value: unknown, at: string): NodeStatus {
  const status = value ?? 'todo'
  if (!isNodeStatus(status)) throw new ImportError('broken', `${at}.status is unknown`)
  return status
}

/** Without a position a node stands where the list has it. */
function readPosition(value: unknown, index: number, count: number, at: string): number {
  if (value == null) return (limits.position.max * (index + 1)) / (count + 1)
  if (typeof value !== 'number' || !isPosition(value)) throw new ImportError('broken', `${at}.position is out of range`)
  return value
}

function readBackgroundColor(value: unknown, at: string): { backgroundColor?: string } {
  if (value == null) return {}
  if (typeof value !== 'string' || !isHexColor(value)) throw new ImportError('broken', `${at}.backgroundColor is no colour`)
  return { backgroundColor: value }
}

function readTransitions(value: unknown, at: string): readonly Transition[] | undefined {
  if (value == null) return undefined
  if (!Array.isArray(value)) throw new ImportError('broken', `${at}.transitions is not a list`)
  return value.map((entry: unknown) => {
    if (!isRecord(entry)) throw new ImportError('broken', `${at}.transitions holds something else`)
    const { dt, from, to } = entry
    const [left, right] = [
      transitionStates.find((state) => state === from),
      transitionStates.find((state) => state === to),
    ]
    if (typeof dt !== 'number' || !Number.isFinite(dt) || left === undefined || right === undefined) {
      throw new ImportError('broken', `${at}.transitions holds something else`)
    }
    return { dt, from: left, to: right }
  })
}
