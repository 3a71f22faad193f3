import { findElements, writeXmlAttributes, type XmlElement } from '../markup/xml.ts'
import { joinNames, type OwnFieldWords, type PlanningWords, splitNames } from '../planning/planning-words.ts'

/** The names of attributes, which both programs show as a table on the node. They are names in files. */
const attributeNames = {
  assignees: 'Assignees',
  startDate: 'Start',
  dueDate: 'Due',
  estimate: 'Estimate',
  tags: 'Tags',
  stage: 'Stage',
} as const

const takenNames: ReadonlySet<string> = new Set(Object.values(attributeNames))
/** Begins the name of an own field that is called like one of these attributes. */
const ownPrefix = 'Field: '

/** The numbered icons that people use for priorities, the most urgent first. */
const priorityIcons = [
  ['urgent', 'full-1'],
  ['high', 'full-2'],
  ['medium', 'full-3'],
  ['low', 'full-4'],
] as const

/** Attributes that only their author knows are own fields. */
export function readFreemindPlanning(element: XmlElement): PlanningWords {
  const fields: OwnFieldWords[] = []
  const values = new Map<string, string>()
  for (const { attributes } of findElements(element, 'attribute')) {
    const { NAME: name = '', VALUE: value = '' } = attributes
    if (takenNames.has(name)) values.set(name, value)
    else if (name !== '') fields.push([name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name, value])
  }
  const icons = new Set(findElements(element, 'icon').map(({ attributes }) => attributes['BUILTIN']))
  return {
    assignees: splitNames(values.get(attributeNames.assignees) ?? ''),
    startDate: values.get(attributeNames.startDate),
    dueDate: values.get(attributeNames.dueDate),
    estimate: values.get(attributeNames.estimate),
    tags: splitNames(values.get(attributeNames.tags) ?? ''),
    stage: values.get(attributeNames.stage),
    priority: priorityIcons.find(([, icon]) => icons.has(icon))?.[0],
    fields,
  }
}

export function writeFreemindPlanning({ priority, fields = [], ...words }: PlanningWords): readonly string[] {
  const icon = priorityIcons.find(([name]) => name === priority)?.[1]
  const values = { ...words, assignees: joinNames(words.assignees), tags: joinNames(words.tags) }
  const names = Object.entries(attributeNames) as [keyof typeof attributeNames, string][]
  return [
    ...(icon === undefined ? [] : [`<icon BUILTIN="${icon}"/>`]),
    ...names.flatMap(([field, name]) => (values[field] === undefined ? [] : [writeAttribute(name, values[field])])),
    ...fields.map(([name, value]) => writeAttribute(toAttributeName(name), value)),
  ]
}

const writeAttribute = (NAME: string, VALUE: string): string => `<attribute${writeXmlAttributes({ NAME, VALUE })}/>`

const toAttributeName = (name: string): string =>
  takenNames.has(name) || name.startsWith(ownPrefix) ? `${ownPrefix}${name}` : name
