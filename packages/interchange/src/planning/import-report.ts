import { nodeFields } from '@espalier/domain'
import { importRemarkTexts as texts } from '../model/import-texts.ts'

const mostNames = 5
const longestExample = 40

interface BadValues {
  count: number
  readonly example: string
}

/** Collects what an import changes or leaves out, in a few sentences however large the file is. */
export class ImportReport {
  readonly #badValues = new Map<string, BadValues>()
  readonly #asText = new Set<string>()
  readonly #newTags: string[] = []
  readonly #newStages: string[] = []
  readonly #newFields: string[] = []
  #lateStarts = 0
  #tagsLeftOut = 0
  #peopleLeftOut = 0

  /** A value that no node can have. `field` is the name of a field of a node, or that of an own field. */
  addBadValue(field: string, value: string): void {
    const found = this.#badValues.get(field)
    if (found !== undefined) found.count += 1
    else this.#badValues.set(field, { count: 1, example: shorten(value) })
  }

  addLateStart(): void {
    this.#lateStarts += 1
  }

  addTagLeftOut(): void {
    this.#tagsLeftOut += 1
  }

  /** Somebody whom the file names only by an id. */
  addPersonLeftOut(): void {
    this.#peopleLeftOut += 1
  }

  /** Words that went into a description, because the project cannot hold them otherwise. */
  addText(words: string): void {
    this.#asText.add(words)
  }

  addNewTag(name: string): void {
    this.#newTags.push(name)
  }

  addNewStage(name: string): void {
    this.#newStages.push(name)
  }

  addNewField(name: string): void {
    this.#newFields.push(name)
  }

  listRemarks(): readonly string[] {
    return [
      ...Array.from(this.#badValues, ([field, { count, example }]) =>
        texts.valuesLeftOut(nodeFields.byName.get(field)?.label ?? field, count, example),
      ),
      ...(this.#lateStarts === 0 ? [] : [texts.startsLeftOut(this.#lateStarts)]),
      ...(this.#tagsLeftOut === 0 ? [] : [texts.tagsLeftOut(this.#tagsLeftOut)]),
      ...(this.#peopleLeftOut === 0 ? [] : [texts.peopleLeftOut(this.#peopleLeftOut)]),
      ...(this.#asText.size === 0 ? [] : [texts.addedToDescriptions(listNames([...this.#asText]))]),
      ...(this.#newTags.length === 0 ? [] : [texts.newTags(listNames(this.#newTags))]),
      ...(this.#newStages.length === 0 ? [] : [texts.newStages(listNames(this.#newStages))]),
      ...(this.#newFields.length === 0 ? [] : [texts.newFields(listNames(this.#newFields))]),
    ]
  }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(shorten).join(', ')
  return names.length > mostNames ? texts.andMore(shown, names.length - mostNames) : shown
}

const shorten = (text: string): string => {
  const signs = Array.from(text)
  return signs.length > longestExample ? `${signs.slice(0, longestExample).join('')}...` : text
}
