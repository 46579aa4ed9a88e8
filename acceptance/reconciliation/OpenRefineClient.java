import com.google.refine.model.Cell;
import com.google.refine.model.Column;
import com.google.refine.model.Project;
import com.google.refine.model.Recon;
import com.google.refine.model.ReconCandidate;
import com.google.refine.model.Row;
import com.google.refine.model.recon.ReconJob;
import com.google.refine.model.recon.ReconciledDataExtensionJob;
import com.google.refine.model.recon.ReconciledDataExtensionJob.DataExtension;
import com.google.refine.model.recon.ReconciledDataExtensionJob.DataExtensionConfig;
import com.google.refine.model.recon.ReconciledDataExtensionJob.DataExtensionProperty;
import com.google.refine.model.recon.StandardReconConfig;
import com.google.refine.model.recon.StandardReconConfig.ColumnDetail;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reconciles the rows `name|color` given as arguments as OpenRefine does, then extends the matched ones by `price`. */
class OpenRefineClient {
    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        Project project = new Project();
        project.columnModel.addColumn(0, new Column(0, "name"), true);
        project.columnModel.addColumn(1, new Column(1, "color"), true);
        StandardReconConfig config = new StandardReconConfig(url, url, url, "products", "products", true, Optional.of(10),
                List.of(new ColumnDetail("color", "color", "color", null)), 5);
        List<ReconJob> jobs = new ArrayList<>();
        for (int at = 1; at < arguments.length; at++) {
            String[] cells = arguments[at].split("\\|");
            Row row = new Row(2);
            row.setCell(0, new Cell(cells[0], null));
            row.setCell(1, new Cell(cells.length > 1 ? cells[1] : null, null));
            jobs.add(config.createJob(project, at - 1, row, "name", row.getCell(0)));
        }
        Set<String> matched = new TreeSet<>();
        for (Recon recon : config.batchRecon(jobs, 1)) {
            List<String> candidates = new ArrayList<>();
            // A query without a result has no list.
            for (ReconCandidate candidate : recon.candidates == null ? List.<ReconCandidate>of() : recon.candidates) {
                candidates.add(candidate.id + "=" + candidate.name);
            }
            System.out.println(recon.judgment + " " + (recon.match == null ? "-" : recon.match.id) + " " + candidates
                    + (recon.error == null ? "" : " " + recon.error));
            if (recon.match != null) {
                matched.add(recon.match.id);
            }
        }
        DataExtensionConfig extension = new DataExtensionConfig(
                List.of(new DataExtensionProperty("price", "price", Map.of())));
        Map<String, ReconCandidate> known = new HashMap<>();
        ReconciledDataExtensionJob job = new ReconciledDataExtensionJob(extension, url);
        for (Map.Entry<String, DataExtension> row : job.extend(matched, known).entrySet()) {
            System.out.println(row.getKey() + " price " + row.getValue().data[0][0]);
        }
        System.exit(0);
    }
}
