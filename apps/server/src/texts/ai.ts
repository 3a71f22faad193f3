import { defineTexts, formatQuantity, hourMs, minuteMs } from '@espalier/domain'

const formatWait = (ms: number): string =>
  ms > hourMs ? formatQuantity(Math.ceil(ms / hourMs), 'hour') : formatQuantity(Math.ceil(ms / minuteMs), 'minute')

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text} It reported: ${detail}`)

/** Why a breakdown failed. The detail is the service's own message, or ''. */
export const aiErrorTexts = defineTexts('aiErrors', {
  unreachable: 'The AI service cannot be reached. Try again later.',
  interrupted: 'The AI service stopped in the middle of its answer. Try again.',
  unreadable: 'The AI service sent an answer that cannot be read. Try again.',
  noIdeas: 'The AI service did not send a list of ideas. Try again.',
  reported: (detail: string) =>
    detail === '' ? 'The AI service failed. Try again in a minute.' : `The AI service failed: ${detail}`,
  badKey: 'The AI service does not accept this server. Its operator has to check AI_API_KEY.',
  busy: (seconds: number, detail: string) => withDetail(`The AI service is busy. Try again in ${seconds} s.`, detail),
  busyForLong: (detail: string) => withDetail('The AI service is busy. Try again later.', detail),
  failed: (status: number, detail: string) =>
    withDetail(`The AI service failed (${status}). Try again in a minute.`, detail),
  notFound: (detail: string) =>
    withDetail('The AI service was not found. Its operator has to check AI_BASE_URL and AI_MODEL.', detail),
  refused: (status: number, detail: string) => withDetail(`The AI service refused the request (${status}).`, detail),
  declined: 'The AI service declined to answer. Rephrase the node.',
  filtered: 'The AI service declined: its filter blocked the answer.',
  declinedBecause: (reason: string) => `The AI service declined: ${reason}`,
  paused: (seconds: number) => `The AI service has failed several times. Try again in ${seconds} s.`,
  timeout: (seconds: number) =>
    `The AI service did not answer within ${formatQuantity(seconds, 'second')}. Try again later.`,
  restarting: 'The server is restarting. Try again in a moment.',
  nothingMade: 'The breakdown had no result. Try again.',
  dailyLimit: (perDay: number, waitMs: number) =>
    `You have used your ${formatQuantity(perDay, 'breakdown')} for these 24 hours. The next one is free in ${formatWait(waitMs)}.`,
})

/** A proposal with the ideas for a node. */
export const breakdownProposalTexts = defineTexts('breakdownProposal', {
  writer: 'AI',
  title: (node: string) => `Ideas for ${node}`,
})
