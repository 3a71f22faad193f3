import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice } from '../../api/slice.ts'
import type { Webhooks } from './webhooks.ts'

/** The part of the API by which people manage the webhooks of a project. */
export const webhooksSlice = (webhooks: Webhooks): ApiSlice => ({
  name: 'webhooks',
  typeDefs: typeDefs.webhooks,
  resolvers: {
    Query: {
      webhooks: (_parent, { projectId }, { viewer }) => webhooks.list(viewer, projectId),
      webhookDeliveries: (_parent, { id }, { viewer }) => webhooks.listDeliveries(viewer, id),
    },
    Mutation: {
      createWebhook: (_parent, request, { viewer }) => webhooks.create(viewer, request),
      deleteWebhook: (_parent, { id }, { viewer }) => webhooks.remove(viewer, id),
      testWebhook: (_parent, { id }, { viewer }) => webhooks.test(viewer, id),
      resendWebhookDelivery: (_parent, { id }, { viewer }) => webhooks.resend(viewer, id),
    },
  },
})
