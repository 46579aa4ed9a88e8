import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.transport.FilterSpec;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.RemoteRefUpdate;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.transport.UsernamePasswordCredentialsProvider;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.util.SystemReader;

/** Clones, fetches and pushes with JGit in one protocol version, and prints what it sees as JSON. */
public class JGitClient {
  private static UsernamePasswordCredentialsProvider login;
  private static String url;

  public static void main(String[] args) throws Exception {
    url = args[0];
    login = new UsernamePasswordCredentialsProvider("git", args[1]);
    ObjectId commit = ObjectId.fromString(args[2]);
    Path folder = Path.of(args[3]);
    StoredConfig settings = SystemReader.getInstance().getUserConfig();
    settings.setString("protocol", null, "version", args[4]);

    try (Git full = Git.cloneRepository().setURI(url).setDirectory(folder.resolve("full").toFile())
            .setCredentialsProvider(login).call();
        Git shallow = Git.cloneRepository().setURI(url).setDirectory(folder.resolve("shallow").toFile())
            .setCredentialsProvider(login).setDepth(1).call();
        Git byId = Git.init().setBare(true).setDirectory(folder.resolve("by-id").toFile()).call();
        Git partial = Git.init().setBare(true).setDirectory(folder.resolve("partial").toFile()).call()) {
      int cloned = count(full);
      byId.fetch().setRemote(url).setCredentialsProvider(login)
          .setRefSpecs(new RefSpec(commit.name() + ":refs/heads/wanted")).call();
      RevCommit fetched = byId.getRepository().parseCommit(commit);
      fetchWithoutFiles(partial.getRepository());

      Files.writeString(folder.resolve("full/jgit.md"), "jgit\n");
      full.add().addFilepattern("jgit.md").call();
      RevCommit pushed = full.commit().setMessage("Push").setAuthor("Ada", "ada@example.com")
          .setCommitter("Ada", "ada@example.com").setSign(false).call();
      full.push().setCredentialsProvider(login).setRefSpecs(new RefSpec("HEAD:refs/heads/main")).call()
          .forEach(result -> result.getRemoteUpdates().forEach(JGitClient::requireOk));
      System.out.printf("{\"cloned\":%d,\"shallow\":%d,\"missing\":%d,\"fetched\":\"%s\",\"pushed\":\"%s\"}%n", cloned,
          count(shallow), missing(partial.getRepository()), fetched.getShortMessage(), pushed.name());
    }
  }

  private static void requireOk(RemoteRefUpdate update) {
    if (update.getStatus() != RemoteRefUpdate.Status.OK) {
      throw new IllegalStateException(update.toString());
    }
  }

  private static int count(Git git) throws Exception {
    int commits = 0;
    for (RevCommit ignored : git.log().call()) {
      commits += 1;
    }
    return commits;
  }

  private static void fetchWithoutFiles(Repository repository) throws Exception {
    try (Transport transport = Transport.open(repository, new URIish(url))) {
      transport.setCredentialsProvider(login);
      transport.setFilterSpec(FilterSpec.fromFilterLine("blob:none"));
      transport.fetch(NullProgressMonitor.INSTANCE,
          List.of(new RefSpec("refs/heads/main:refs/heads/main")));
    }
  }

  private static int missing(Repository repository) throws Exception {
    int count = 0;
    try (TreeWalk walk = new TreeWalk(repository)) {
      walk.addTree(repository.parseCommit(repository.resolve("refs/heads/main")).getTree());
      while (walk.next()) {
        count += repository.getObjectDatabase().has(walk.getObjectId(0)) ? 0 : 1;
      }
    }
    return count;
  }
}
