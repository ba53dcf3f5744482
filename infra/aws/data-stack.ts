import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';

import { tableDefinition } from '../definition/table.ts';
import type { Config, Stage } from './config.ts';
import { removalOfUnnamed } from './removal.ts';
import { createSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';

/** The stack that survives all others: the table, the secrets and the right to send mail. */
export class DataStack extends Stack {
  /** The table that everything works on: our own, or the restored one that took its place. */
  readonly table: ITable;
  /** The list of erasures: it stays as it is when the table is restored, and never loses a line. */
  readonly erasures: Table;
  readonly indexNames = tableDefinition.indexes.map(({ name }) => name);
  readonly secrets: Secrets;
  readonly mailIdentity: EmailIdentity;

  constructor(scope: Construct, id: string, props: StackProps & { readonly stage: Stage; readonly config: Config }) {
    super(scope, id, props);
    this.table = this.tableInUse(this.createTable(props.config), props.config);
    this.erasures = this.createErasures(props.config);
    this.secrets = createSecrets(this, props);
    this.mailIdentity = new EmailIdentity(this, 'MailIdentity', {
      identity: Identity.domain(props.config.mail.domain),
    });
    for (const [index, record] of this.mailIdentity.dkimRecords.entries()) {
      new CfnOutput(this, `DkimRecord${index + 1}`, { value: `${record.name} CNAME ${record.value}` });
    }
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'ErasuresTableName', { value: this.erasures.tableName });
  }

  /**
   * Creates our own table, on demand because the load of a launch is not known. It is encrypted with the key that AWS
   * manages for DynamoDB, whose use is in CloudTrail. With a key of our own, every function would need rights to it
   * besides the table's.
   */
  private createTable(config: Config): Table {
    const { partitionKey, sortKey, indexes, ttlAttribute } = tableDefinition;
    const table = new Table(this, 'Table', {
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      ...keptTable(config),
      timeToLiveAttribute: ttlAttribute,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    for (const index of indexes) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
      });
    }
    return table;
  }

  /**
   * Returns the restored table if there is one, else our own. Our own table and its exports stay beside a restored one:
   * this stack is deployed first, and CloudFormation refuses to remove an export that another stack still imports.
   */
  private tableInUse(own: Table, { restoredTable }: Config): ITable {
    // `as ITable`: CDK's types do not know exactOptionalPropertyTypes.
    if (restoredTable === undefined) return own as ITable;
    for (const each of [own.tableName, own.tableArn, own.tableStreamArn]) this.exportValue(each);
    const [tableArn = ''] = restoredTable.streamArn.split('/stream/');
    return Table.fromTableAttributes(this, 'RestoredTable', { tableArn, tableStreamArn: restoredTable.streamArn });
  }

  private createErasures(config: Config): Table {
    const { partitionKey, sortKey } = tableDefinition;
    return new Table(this, 'Erasures', {
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      ...keptTable(config),
    });
  }
}

/** Returns the settings that keep the data of both tables. */
function keptTable(config: Config) {
  return {
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: !config.isDisposable,
    removalPolicy: removalOfUnnamed(config),
  };
}

function text(name: string) {
  return { name, type: AttributeType.STRING };
}
