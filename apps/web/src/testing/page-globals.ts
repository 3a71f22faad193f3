type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>

/** Remembers the globals, the interfaces and the objects of the page, and returns what makes them so again. */
export function rememberGlobals(): () => void {
  const values = readValues()
  const objects = [...listInterfaces(values), document, navigator, history, performance]
  const remembered = objects.map((object) => [object, readProperties(object)] as const)
  return () => {
    restoreValues(values)
    for (const [object, properties] of remembered) restoreProperties(object, properties)
  }
}

/**
 * The names that begin so belong to libraries, which are loaded once for all files: React marks the document to which
 * it already listens, and vitest keeps its worker here.
 */
const isOfLibrary = (name: PropertyKey): boolean => typeof name === 'symbol' || /^[_$]|^IS_REACT/.test(String(name))

// A property of the page gets its value from jsdom until somebody assigns another: its descriptor does not tell.
const readValues = (): ReadonlyMap<string, unknown> =>
  new Map(Object.getOwnPropertyNames(globalThis).map((name) => [name, Reflect.get(globalThis, name)]))

function restoreValues(values: ReadonlyMap<string, unknown>): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!values.has(name) && !isOfLibrary(name)) Reflect.deleteProperty(globalThis, name)
  for (const [name, value] of values) {
    if (isOfLibrary(name) || Reflect.get(globalThis, name) === value) continue
    if (!Reflect.set(globalThis, name, value)) Reflect.defineProperty(globalThis, name, { value, configurable: true })
  }
}

// The language's own have no getter here.
const isOfPage = (name: string): boolean =>
  name === 'URL' || Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined

/** The interfaces of jsdom with their prototypes. */
function listInterfaces(values: ReadonlyMap<string, unknown>): readonly object[] {
  return [...values].flatMap(([name, value]) => {
    if (typeof value !== 'function' || !isOfPage(name)) return []
    const prototype: unknown = value.prototype
    return typeof prototype === 'object' && prototype !== null ? [value, prototype] : []
  })
}

const readProperties = (object: object): Properties =>
  new Map(Reflect.ownKeys(object).map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key) ?? {}]))

function restoreProperties(object: object, properties: Properties): void {
  for (const key of Reflect.ownKeys(object))
    if (!properties.has(key) && !isOfLibrary(key)) Reflect.deleteProperty(object, key)
  for (const [key, before] of properties) {
    const now = Reflect.getOwnPropertyDescriptor(object, key)
    if (now?.value === before.value && now?.get === before.get && now?.set === before.set) continue
    Reflect.defineProperty(object, key, before)
  }
}
