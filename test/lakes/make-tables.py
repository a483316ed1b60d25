"""Makes the tables of this folder with the programs that people write them with, and stores what those read back.

python3 -m venv v && v/bin/pip install deltalake==1.6.6 'pyiceberg[sql-sqlite,pyarrow]==0.12.0' pyspark==4.1.1
mvn dependency:get -Dartifact=org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.12.0
mvn dependency:get -Dartifact=io.delta:delta-spark_2.13:4.1.0
v/bin/python make-tables.py   # writes /tmp/lakes; copy its tables and rows.json
"""

import datetime as dt
import json
import os
import pathlib
import shutil
from decimal import Decimal as D
from glob import glob

import pyarrow as pa
from deltalake import DeltaTable, write_deltalake
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.types import IntegerType, LongType, StringType
from pyspark.sql import SparkSession

root = pathlib.Path("/tmp/lakes")
shutil.rmtree(root, ignore_errors=True)
(root / "iceberg").mkdir(parents=True)
rows = {}


def text(value, inside=False):
    """A value as DuckDB writes it."""
    if value is None:
        return "NULL" if inside else None
    if isinstance(value, dt.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S") + (f".{value.microsecond:06}".rstrip("0") if value.microsecond else "") + "+00"
    if isinstance(value, list):
        return "[" + ", ".join(text(each, True) for each in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"'{key}': {text(each, True)}" for key, each in value.items()) + "}"
    return str(value)


def keep(name, columns, found):
    found = sorted(found, key=lambda row: row["id"])
    rows[name] = {"columns": columns, "rows": [[text(row[column]) for column in columns] for row in found]}


noon = dt.datetime(2026, 1, 31, 10, 20, 30, 500000, dt.timezone.utc)
february = lambda day: dt.date(2026, 2, day)


def sales(given):
    ids, shops, days, amounts, times, tags = zip(*given)
    return pa.table(
        {
            "id": pa.array(ids, pa.int64()),
            "shop": pa.array(shops, pa.string()),
            "day": pa.array(days, pa.date32()),
            "amount": pa.array(amounts, pa.decimal128(20, 2)),
            "at": pa.array(times, pa.timestamp("us", "UTC")),
            "tags": pa.array(tags, pa.list_(pa.string())),
        }
    )


# Delta Lake by delta-rs: partitions, a checkpoint, deleted and changed rows, a new column
path = str(root / "delta_sales")
write_deltalake(path, sales([(1, "a=b c", february(1), D("12345678901234567.89"), noon, ["x", "y"]), (2, "b", february(2), None, None, None)]), partition_by=["day", "shop"])
for number in range(3, 7):
    write_deltalake(path, sales([(number, None if number % 2 else "b", february(number), D("1.50"), noon, [])]), mode="append")
DeltaTable(path).delete("id = 4")
DeltaTable(path).create_checkpoint()
DeltaTable(path).update(updates={"amount": "9.99"}, predicate="id = 5")
late = sales([(20, "c", dt.date(2026, 3, 1), D("2.00"), noon, ["z"])]).append_column("note", pa.array(["new"]))
write_deltalake(path, late, mode="append", schema_mode="merge")
found = DeltaTable(path).to_pyarrow_table()
keep("delta_sales", found.schema.names, found.to_pylist())

# Iceberg by pyiceberg: renamed, widened and new columns, also inside a structure, and a deleted row
catalog = SqlCatalog("x", uri=f"sqlite:///{root}/catalog.db", warehouse=f"file://{root}/iceberg")
catalog.create_namespace("db")
place = pa.struct([("city", pa.string()), ("zip", pa.int32())])
first = pa.table(
    {
        "id": pa.array([1, 2, 3], pa.int32()),
        "name": ["a", "b", None],
        "amount": pa.array([D("12345678901234567.89"), None, D("1.00")], pa.decimal128(20, 2)),
        "at": pa.array([noon, None, noon], pa.timestamp("us", "UTC")),
        "place": pa.array([{"city": "Rome", "zip": 1}, None, {"city": "Bern", "zip": 2}], place),
        "parts": pa.array([[("k", {"city": "x", "zip": 1})], [], None], pa.map_(pa.string(), place)),
    }
)
table = catalog.create_table("db.evolved", schema=first.schema)
table.append(first)
with table.update_schema() as update:
    update.rename_column("name", "title")
    update.rename_column("place.city", "town")
with table.update_schema() as update:
    update.update_column("id", LongType())
    update.add_column("name", IntegerType())
    update.add_column(("place", "land"), StringType())
table = catalog.load_table("db.evolved")
second = [{"id": 9007199254740993, "title": "t", "name": 5, "amount": D("2.00"), "at": noon, "place": {"town": "Oslo", "zip": 3, "land": "NO"}, "parts": None}]
table.append(pa.Table.from_pylist(second, schema=table.schema().as_arrow()))
table.delete("id = 2")
found = table.scan().to_arrow().to_pylist()
for row in found:
    # pyiceberg gives the entries of a map as pairs
    if row["parts"] is not None:
        row["parts"] = "{" + ", ".join(f"{key}={text(value)}" for key, value in row["parts"]) + "}"
keep("iceberg_evolved", [field.name for field in table.schema().fields], found)

# Both by Spark: deleted rows beside the files, column mapping
m2 = os.path.expanduser("~/.m2/repository")
jars = glob(f"{m2}/org/apache/iceberg/iceberg-spark-runtime-4.1_2.13/1.12.0/*.jar") + glob(f"{m2}/io/delta/delta-s*/4.1.0/*.jar")
settings = {
    "spark.jars": ",".join(jars),
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions,io.delta.sql.DeltaSparkSessionExtension",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.catalog.ice": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.ice.type": "hadoop",
    "spark.sql.catalog.ice.warehouse": f"{root}/iceberg",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.session.timeZone": "UTC",
    "spark.databricks.delta.snapshotPartitions": "1",
}
os.environ["TZ"] = "UTC"
builder = SparkSession.builder.master("local[1]")
for key, value in settings.items():
    builder = builder.config(key, value)
spark = builder.getOrCreate()


def keep_spark(name, source):
    found = spark.sql(f"select * from {source}")
    def plain(value):
        return value.asDict() if hasattr(value, "asDict") else value.replace(tzinfo=dt.timezone.utc) if isinstance(value, dt.datetime) else value
    keep(name, found.columns, [{key: plain(value) for key, value in row.asDict().items()} for row in found.collect()])


aside = "'write.delete.mode'='merge-on-read'"
spark.sql(f"create table ice.db.deleted (id bigint, name string, amount decimal(20,2), day date) using iceberg partitioned by (day) tblproperties ('format-version'='2',{aside})")
spark.sql("insert into ice.db.deleted values (1,'a',12345678901234567.89,date'2026-01-31'),(2,'b',2.00,date'2026-01-31'),(3,'c',null,date'2026-02-01'),(4,'d',4,null)")
spark.sql("insert into ice.db.deleted select id + 10, name, amount, day from ice.db.deleted")
spark.sql("delete from ice.db.deleted where id in (2, 13)")
spark.sql("alter table ice.db.deleted rename column name to title")
spark.sql("alter table ice.db.deleted add column name int")
spark.sql("insert into ice.db.deleted values (20,'new',1.5,date'2026-02-02', 7)")
keep_spark("iceberg_deleted", "ice.db.deleted")
spark.sql("create table ice.db.third (id bigint) using iceberg tblproperties ('format-version'='3')")
spark.sql("insert into ice.db.third values (1)")

path = f"delta.`{root}/delta_vectors`"
spark.sql(f"create table {path} (id bigint, name string) using delta tblproperties ('delta.enableDeletionVectors'='true')")
spark.range(0, 12000).selectExpr("id", "'n' || id % 7 as name").coalesce(1).write.format("delta").mode("append").save(f"{root}/delta_vectors")
spark.sql(f"delete from {path} where id % 3 = 0 or id between 5000 and 11990")
spark.sql(f"insert into {path} values (20000, 'late'), (20001, 'gone')")
spark.sql(f"delete from {path} where id = 20001")
rows["delta_vectors"] = {key: str(value) for key, value in spark.sql(f"select count(*) as count, sum(id) as total from {path}").first().asDict().items()}

path = f"delta.`{root}/delta_mapped`"
properties = "'delta.columnMapping.mode'='name', 'delta.minReaderVersion'='2', 'delta.minWriterVersion'='5', 'delta.enableDeletionVectors'='false'"
spark.sql(f"create table {path} (id bigint, name string, place struct<city: string, zip: int>, at timestamp, day date) using delta partitioned by (day) tblproperties ({properties})")
spark.sql(f"insert into {path} values (1,'a',named_struct('city','Rome','zip',1),timestamp'2026-01-31 10:20:30.5', date'2026-01-31'),(2,'b',null,null,null)")
spark.sql(f"alter table {path} rename column name to title")
spark.sql(f"alter table {path} add columns (name string, place.land string)")
spark.sql(f"insert into {path} (id,title,name,place,at,day) values (3,'c','z',named_struct('city','Bern','zip',2,'land','CH'),timestamp'2026-02-01 00:00:00', date'2026-02-01')")
keep_spark("delta_mapped", path)

for name in ["evolved", "deleted", "third"]:
    shutil.move(root / "iceberg" / "db" / name, root / f"iceberg_{name}")
for name in ["evolved", "deleted", "third"]:
    *older, _ = sorted((root / f"iceberg_{name}" / "metadata").glob("*.metadata.json"))
    for unneeded in older:
        unneeded.unlink()
# it is refused before its other files are read
for unneeded in list((root / "iceberg_third").rglob("*.avro")) + list((root / "iceberg_third").rglob("*.parquet")):
    unneeded.unlink()
for unneeded in [*root.rglob("*.crc"), *root.rglob("version-hint.text"), *root.rglob("_last_checkpoint"), *root.rglob("*.db")]:
    unneeded.unlink()
shutil.rmtree(root / "iceberg")
(root / "tables").mkdir()
for folder in root.glob("*_*"):
    shutil.move(folder, root / "tables" / folder.name)
(root / "rows.json").write_text(json.dumps(rows, ensure_ascii=False) + "\n")
