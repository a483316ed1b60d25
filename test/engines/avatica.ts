import { join } from 'node:path'
import { mavenLibrary } from './engine-cache.ts'
import { javaHome, type RunningEngine, startEngine } from './start-engine.ts'

/**
 * The server of Avatica, which is Phoenix's too, over H2. Texts are read by Phoenix's rules, which H2 has not: `\\`
 * escapes in them.
 */
const main = String.raw`
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.remote.Driver;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.server.HttpServer;
import org.apache.calcite.avatica.server.ServerCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

public class AvaticaMain {
  public static void main(String[] args) throws Exception {
    String url = "jdbc:h2:mem:test;DB_CLOSE_DELAY=-1;LAZY_QUERY_EXECUTION=1";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create schema system");
      statement.execute("create table system.catalog (table_schem varchar, table_name varchar, column_name varchar, data_type int)");
      statement.execute("insert into system.catalog values (null, 'A', null, null), (null, 'A', 'ID', -5),"
          + " (null, 'A', 'PRICE', 3), ('S', 'B', 'WHEN', 93), ('SYSTEM', 'LOG', 'USER', 12)");
    }
    ServerCustomizer<Server> loopback = server -> {
      ((ServerConnector) server.getConnectors()[0]).setHost("127.0.0.1");
    };
    JdbcMeta meta = new JdbcMeta(url) {
      @Override
      public ExecuteResult prepareAndExecute(StatementHandle handle, String sql, long max, int maxInFirst,
          PrepareCallback callback) throws org.apache.calcite.avatica.NoSuchStatementException {
        return super.prepareAndExecute(handle, inH2(sql), max, maxInFirst, callback);
      }
    };
    HttpServer server = new HttpServer.Builder<Server>()
        .withHandler(new LocalService(meta), Driver.Serialization.PROTOBUF)
        .withPort(Integer.parseInt(args[0]))
        .withServerCustomizers(List.of(loopback), Server.class)
        .build();
    server.start();
    server.join();
  }

  /** The same statement with its texts as H2 writes them. */
  static String inH2(String sql) {
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < sql.length();) {
      String two = sql.substring(at, Math.min(at + 2, sql.length()));
      int end = at + 1;
      if (two.equals("//") || two.equals("--")) {
        while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') end++;
        if (end == sql.length()) throw new IllegalArgumentException("a comment without the end of its line");
      } else if (two.equals("/*")) {
        end = sql.indexOf("*/", at + 2) + 2;
      } else if (two.startsWith("\"")) {
        end = sql.indexOf('"', at + 1) + 1;
      } else if (two.startsWith("'")) {
        at = text(sql, at + 1, out);
        continue;
      }
      out.append(sql, at, end);
      at = end;
    }
    return out.toString();
  }

  static int text(String sql, int start, StringBuilder out) {
    out.append("'");
    for (int at = start;; at++) {
      char sign = sql.charAt(at);
      char next = at + 1 < sql.length() ? sql.charAt(at + 1) : ' ';
      if (sign == '\'' && next != '\'') {
        out.append("'");
        return at + 1;
      }
      if (sign == '\'') at++;
      int known = sign == '\\' ? "nrtbf\"'\\".indexOf(next) : -1;
      if (known >= 0) {
        sign = "\n\r\t\b\f\"'\\".charAt(known);
        at++;
      }
      out.append(sign == '\'' ? "''" : String.valueOf(sign));
    }
  }
}
`

/** What this machine lacks for Avatica. */
export function missingForAvatica(isProgram: (name: string) => boolean): (string | false)[] {
  return [!isProgram('mvn') && 'mvn is missing', javaHome(17) === null && 'there is no JDK 17']
}

export async function startAvatica(): Promise<RunningEngine> {
  const home = javaHome(17) ?? ''
  const classPath = await mavenLibrary(
    'avatica-1.28.0-h2',
    ['org.apache.calcite.avatica:avatica-server:1.28.0', 'com.h2database:h2:1.4.197'],
    { main: { name: 'AvaticaMain', text: main }, javaHome: home },
  )
  return await startEngine('avatica', {
    command: (port) => ({
      program: join(home, 'bin', 'java'),
      args: ['-Xmx600m', '-XX:TieredStopAtLevel=1', '-cp', classPath, 'AvaticaMain', String(port)],
    }),
    readyPath: '/',
    patienceSeconds: 150,
  })
}
