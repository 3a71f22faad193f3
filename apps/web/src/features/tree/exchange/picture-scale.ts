import { exchangeLimits } from '@espalier/domain'
import type { Size } from '@espalier/layout'

const { scale: usual, sidePx, pixels } = exchangeLimits.picture

/** How large a picture of a map can be painted, whole. */
export const fitPictureScale = ({ width, height }: Size): number =>
  Math.min(usual, sidePx / Math.max(width, height, 1), Math.sqrt(pixels / Math.max(width * height, 1)))

const percentFormat = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 })
const wholeNumberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export function describePictureScale(size: Size): string {
  const scale = fitPictureScale(size)
  const [width, height] = [size.width, size.height].map((side) => wholeNumberFormat.format(Math.floor(side * scale)))
  const said = `The picture is ${width} x ${height} pixels, at a scale of ${percentFormat.format(scale)}.`
  return scale < 1 ? `${said} For sharp letters choose SVG or PDF.` : said
}
