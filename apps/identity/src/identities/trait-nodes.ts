import { labels } from '../forms/messages.ts'
import { createInputNode, type UiNode } from '../forms/nodes.ts'
import { traitNames, traitTitles, type Traits } from './traits.ts'

/** A field a trait, with the values that are known. */
export function buildTraitNodes(group: 'default' | 'profile', known?: Traits): UiNode[] {
  return traitNames.map((name) => {
    const value = known?.[name]
    return createInputNode(
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
