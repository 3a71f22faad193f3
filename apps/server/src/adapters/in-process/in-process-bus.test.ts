import { busContract } from '../../ports/bus.contract.ts'
import { recordedLog } from '../../testing/recorded-log.ts'
import { inProcessBus } from './in-process-bus.ts'

busContract({ name: 'in one process', mostServers: 1, open: async () => [inProcessBus(recordedLog())] })
