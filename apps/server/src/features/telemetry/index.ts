export { createServerErrorReporter } from './server-errors.ts'
export { telemetryRoutes, type TelemetryOptions } from './telemetry-routes.ts'
