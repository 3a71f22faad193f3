import { describe, expect, it } from 'vitest'
import type { Report } from './lighthouse-report.ts'
import { holds, lostPoints, getScore, scoreTable } from './scores.ts'

const auditRefs = [{ id: 'speed-index', weight: 10 }]

const report = (performance: number | null): Report => ({
  lighthouseVersion: '12.8.2',
  environment: { hostUserAgent: 'a browser' },
  categories: {
    performance: { score: performance, auditRefs },
    accessibility: { score: 1, auditRefs: [] },
    'best-practices': { score: 0.96, auditRefs: [] },
  },
  audits: { 'speed-index': { title: 'Speed Index', score: performance, displayValue: '1.8 s' } },
})

const page = (...scores: (number | null)[]) => ({ name: '/login', reports: scores.map(report) })

describe('page score', () => {
  it('scores a page by the median of its audits', () => {
    expect(getScore(page(0.2, 0.97, 1, 0.96, 0.98), 'performance')).toBe(97)
  })

  it('scores 0 when an audit could not be made', () => {
    expect(getScore(page(null), 'performance')).toBe(0)
  })

  it('accepts a page from the limit on in every category', () => {
    expect(holds(page(0.95))).toBe(true)
    expect(holds(page(0.94))).toBe(false)
  })

  it('shows the scores of every page with the verdict', () => {
    expect(
      scoreTable([page(0.7), page(1)])
        .split('\n')
        .slice(2),
    ).toEqual(['| /login | 70 | 100 | 96 | 95 | NO |', '| /login | 100 | 100 | 96 | 95 | yes |'])
    expect(lostPoints(page(0.7))).toContain('- performance: speed-index (0.7) Speed Index 1.8 s')
    expect(lostPoints(page(1))).not.toContain('- performance')
  })
})
