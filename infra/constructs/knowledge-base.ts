import { Stack } from 'aws-cdk-lib'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { SettingName } from '../../lib/contract/settings.ts'
import { allow } from './allow.ts'

/**
 * A knowledge base of Amazon Bedrock that answers searches instead of the knowledge service, and who may ask it. It exists already, in
 * the stack's account and region.
 */
export class KnowledgeBase extends Construct {
  private readonly knowledgeBaseId: string

  constructor(scope: Construct, id: string, knowledgeBaseId: string) {
    super(scope, id)
    this.knowledgeBaseId = knowledgeBaseId
  }

  get environment(): Partial<Record<SettingName, string>> {
    return { KNOWLEDGE_ENGINE: 'bedrock-kb', BEDROCK_KNOWLEDGE_BASE_ID: this.knowledgeBaseId }
  }

  grantRetrieve(grantee: IGrantable): void {
    const arn = Stack.of(this).formatArn({
      service: 'bedrock',
      resource: 'knowledge-base',
      resourceName: this.knowledgeBaseId,
    })
    allow(grantee, [arn], ['bedrock:Retrieve'])
  }
}
