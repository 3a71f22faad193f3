import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql'

/** The fields that a selection asks for by name, and how often each: an answer holds a field once for each alias of it. */
export type AskedFields = ReadonlyMap<string, number>

type Details = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

const known = new WeakMap<FieldNode, AskedFields>()

/** The fields of the object, or of each object of the list, that this field answers with. Fragments are spread. */
export function askedFields({ fieldNodes, fragments }: Details): AskedFields {
  const [node, ...others] = fieldNodes
  // A document is kept for as long as it is used, and so are its nodes.
  const cached = node === undefined || others.length > 0 ? undefined : known.get(node)
  if (cached !== undefined) return cached
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) countFields(selectionSet, fragments, counts)
  if (node !== undefined && others.length === 0) known.set(node, counts)
  return counts
}

/** The same of a field below: of `nodes` in `changes { nodes { id } }`. */
export function askedFieldsBelow({ fieldNodes, fragments }: Details, name: string): AskedFields {
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) {
    for (const node of fieldsIn(selectionSet, fragments)) {
      if (node.name.value === name) countFields(node.selectionSet, fragments, counts)
    }
  }
  return counts
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

function countFields(set: SelectionSetNode | undefined, fragments: Fragments, counts: Map<string, number>): void {
  for (const { name } of fieldsIn(set, fragments)) counts.set(name.value, (counts.get(name.value) ?? 0) + 1)
}

function* fieldsIn(set: SelectionSetNode | undefined, fragments: Fragments): Generator<FieldNode> {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsIn(selection.selectionSet, fragments)
    else yield* fieldsIn(fragments[selection.name.value]?.selectionSet, fragments)
  }
}
