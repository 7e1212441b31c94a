import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import * as events from 'aws-cdk-lib/aws-events'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import * as s3 from 'aws-cdk-lib/aws-s3'
import { Construct, type IConstruct } from 'constructs'
import { incomingPrefix } from '../../lib/documents/original-key.ts'
import { acknowledge } from './acknowledge.ts'
import { allow } from './allow.ts'

export type OriginalsBucketProps = {
  readonly safe: boolean
  /** Web origins that may post presigned forms from a browser. */
  readonly uploadOrigins: readonly string[] | undefined
}

/** Uploaded files as they came: private, encrypted, over TLS only; a key is never written twice. */
export class OriginalsBucket extends Construct {
  private readonly bucket: s3.Bucket

  constructor(scope: Construct, id: string, { safe, uploadOrigins }: OriginalsBucketProps) {
    super(scope, id)
    this.bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      removalPolicy: safe ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      lifecycleRules: [
        // What arrives by form is taken from there within minutes; what nobody took is nobody's.
        { prefix: incomingPrefix, expiration: Duration.days(7), noncurrentVersionExpiration: Duration.days(1) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1), noncurrentVersionExpiration: Duration.days(30) },
      ],
      ...(uploadOrigins !== undefined && {
        cors: [
          {
            allowedMethods: [s3.HttpMethods.POST],
            allowedOrigins: [...uploadOrigins],
            allowedHeaders: ['*'],
            maxAge: 3600,
          },
        ],
      }),
    })
    // By the resource itself: the construct's own switch would bring a function with rights over every bucket.
    this.resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    acknowledge(
      this.bucket,
      'AwsSolutions-S1',
      'Access is by the functions only and in CloudTrail; server access logs would add a second bucket with file names in it.',
    )
  }

  /** The address that the functions know it by. */
  get url(): string {
    return `s3://${this.bucket.bucketName}`
  }

  get name(): string {
    return this.bucket.bucketName
  }

  private get resource(): s3.CfnBucket {
    const { defaultChild } = this.bucket.node
    if (!(defaultChild instanceof s3.CfnBucket)) throw new Error('a bucket construct without its bucket')
    return defaultChild
  }

  /** Whether the bucket answers. */
  grantProbe(grantee: IGrantable): void {
    allow(grantee, [this.bucket.bucketArn], ['s3:ListBucket'])
  }

  /** Files under any key. To list is part of it: S3 says "not found" of a missing key only to who may list. */
  grantReadWrite(grantee: IGrantable & IConstruct): void {
    this.grantProbe(grantee)
    allow(grantee, [this.bucket.arnForObjects('*')], ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'])
    const logicalId = Stack.of(this).resolve(Stack.of(this).getLogicalId(this.resource))
    acknowledge(
      grantee,
      `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/*]`,
      'Keys are made at run time; the bucket holds nothing but originals.',
    )
  }

  /** Sends word of each file that was posted by presigned form. */
  onArrival(id: string, target: events.IRuleTarget): events.Rule {
    return new events.Rule(this, id, {
      description: 'A file was posted by presigned form.',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [this.bucket.bucketName] }, object: { key: [{ prefix: incomingPrefix }] } },
      },
      targets: [target],
    })
  }
}
