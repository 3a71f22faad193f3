import { createCell } from '../platform/cell.ts'

/** The number of the person's unread notifications; 0 until it is known. */
export const unreadCount = createCell(0)
