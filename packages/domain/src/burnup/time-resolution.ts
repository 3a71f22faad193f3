export const timeResolutions = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const
export type TimeResolution = (typeof timeResolutions)[number]
export const defaultTimeResolution: TimeResolution = 'week'
