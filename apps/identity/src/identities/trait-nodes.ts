import { labels } from '../forms/messages.ts'
import { inputNode, type Node } from '../forms/nodes.ts'
import { traitNames, traitTitles, type Traits } from './traits.ts'

/** A field a trait, with the values that are known. */
export function traitNodes(group: 'default' | 'profile', known?: Traits): Node[] {
  return traitNames.map((name) => {
    const value = known?.[name]
    return inputNode(
      group,
      {
        name: `traits.${name}`,
        type: name === 'email' ? 'email' : 'text',
        ...(value !== undefined && { value }),
        ...(name === 'email' && { required: true as const, autocomplete: 'email' }),
      },
      labels.trait(traitTitles[name], name),
    )
  })
}
