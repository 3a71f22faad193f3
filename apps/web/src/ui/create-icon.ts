import { type ComponentType, createElement, type SVGProps } from 'react'

/** An icon as the files of Lucide describe it. */
interface IconData {
  readonly name: string
  readonly size?: number
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | string }

const isNamed = (props: object): boolean => Object.keys(props).some((name) => /^(?:aria-|role$|title$)/.test(name))

/**
 * Replaces Lucide's own function of this kind in a build (`vite/small-icons.ts`), which every page would have to load:
 * it also knows contexts, absolute strokes and former names, which we do not use.
 *
 * @public
 */
export function createIcon({ name, size = 24, node }: IconData): ComponentType<IconProps> {
  return function Icon({ size: side = 24, className, ...props }: IconProps) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: side,
        height: side,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed(props) ? undefined : 'true',
        className: `lucide lucide-${name}${className === undefined ? '' : ` ${className}`}`,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
